import json
import os

import boto3
from boto3.dynamodb.conditions import Key

table = boto3.resource("dynamodb").Table(os.environ["READINGS"])


def handler(event, context):
    device = event["pathParameters"]["device"]
    page = table.query(
        KeyConditionExpression=Key("device").eq(device),
        ScanIndexForward=False,
        Limit=50,
    )
    body = [{"ts": int(i["ts"]), "celsius": float(i["celsius"])} for i in page["Items"]]
    return {"statusCode": 200, "body": json.dumps(body)}
