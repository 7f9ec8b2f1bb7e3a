import json
import os

import boto3

athena = boto3.client("athena")


def handler(event, context):
    body = json.loads(event["body"])
    customer = int(body["customer"])
    started = athena.start_query_execution(
        QueryString=f"SELECT * FROM orders WHERE customer_id = {customer}",
        QueryExecutionContext={"Database": os.environ["DATABASE"]},
        ResultConfiguration={"OutputLocation": f"{os.environ['OUTPUT']}exports/{customer}/"},
    )
    return {"statusCode": 202, "body": json.dumps({"query": started["QueryExecutionId"]})}
