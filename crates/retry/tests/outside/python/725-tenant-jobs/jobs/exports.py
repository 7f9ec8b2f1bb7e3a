import json
import os
from concurrent.futures import ThreadPoolExecutor

import boto3

tenants = boto3.resource("dynamodb").Table(os.environ["TENANTS_TABLE"])
stepfunctions = boto3.client("stepfunctions")


def start(tenant, day):
    try:
        stepfunctions.start_execution(
            stateMachineArn=os.environ["STATE_MACHINE"],
            name=f"export-{tenant}-{day}",
            input=json.dumps({"tenant": tenant, "day": day}),
        )
    except stepfunctions.exceptions.ExecutionAlreadyExists:
        print("export is under way", tenant, day)


def handler(event, context):
    day = event["time"][:10]
    names = [item["tenant"] for item in tenants.scan(ProjectionExpression="tenant")["Items"]]
    with ThreadPoolExecutor(max_workers=8) as pool:
        list(pool.map(lambda name: start(name, day), names))
