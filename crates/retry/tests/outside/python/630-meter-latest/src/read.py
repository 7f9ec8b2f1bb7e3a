import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["LATEST"])


def handler(event, context):
    found = table.get_item(Key={"meter": event["pathParameters"]["meter"]})
    match found:
        case {"Item": {"wh": wh, "at": at}}:
            return {"statusCode": 200, "body": json.dumps({"wh": int(wh), "at": at})}
        case _:
            return {"statusCode": 404}
