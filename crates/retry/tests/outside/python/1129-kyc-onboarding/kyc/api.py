import json
import os

import boto3

sfn = boto3.client("stepfunctions")


def start(event, context):
    customer = event["pathParameters"]["customer"]
    body = json.loads(event["body"])
    try:
        sfn.start_execution(
            stateMachineArn=os.environ["STATE_MACHINE"],
            name=f"kyc-{customer}-{body['documentId']}",
            input=json.dumps({"customer": customer, "document": body["documentId"]}),
        )
    except sfn.exceptions.ExecutionAlreadyExists:
        pass
    return {"statusCode": 202, "body": json.dumps({"customer": customer, "state": "checking"})}
