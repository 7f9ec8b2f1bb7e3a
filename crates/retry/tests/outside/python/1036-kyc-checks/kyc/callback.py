import json
import os

import boto3

checks = boto3.resource("dynamodb").Table(os.environ["CHECKS"])
sns = boto3.client("sns")


def handler(event, context):
    body = json.loads(event["body"])
    known = checks.get_item(Key={"check": body["check"]}).get("Item")
    if known is None:
        return {"statusCode": 404}
    result = checks.delete_item(Key={"check": body["check"]}, ReturnValues="ALL_OLD")
    return {"statusCode": 200, "body": json.dumps({"applicant": result["Attributes"]["applicant"]})}
