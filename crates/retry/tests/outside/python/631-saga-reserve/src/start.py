import json
import os

import boto3

sfn = boto3.client("stepfunctions")


def handler(event, context):
    cart = event["pathParameters"]["cart"]
    try:
        sfn.start_execution(
            stateMachineArn=os.environ["STATE_MACHINE"],
            name=f"checkout-{cart}",
            input=json.dumps({"cart": cart, "lines": json.loads(event["body"])["lines"]}),
        )
    except sfn.exceptions.ExecutionAlreadyExists:
        pass
    return {"statusCode": 202, "body": json.dumps({"cart": cart})}
