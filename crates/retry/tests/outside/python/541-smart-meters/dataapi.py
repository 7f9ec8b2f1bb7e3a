import os

import boto3

rds = boto3.client("rds-data")


def execute(sql: str, parameters: list) -> dict:
    return rds.execute_statement(
        resourceArn=os.environ["CLUSTER_ARN"],
        secretArn=os.environ["SECRET_ARN"],
        database="meters",
        sql=sql,
        parameters=parameters,
    )


def string(name: str, value: str) -> dict:
    return {"name": name, "value": {"stringValue": value}}


def number(name: str, value: int) -> dict:
    return {"name": name, "value": {"longValue": value}}
