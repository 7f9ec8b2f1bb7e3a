import json
import os

import boto3
from boto3.dynamodb.conditions import Key

table = boto3.resource("dynamodb").Table(os.environ["SCANS"])


def handler(event, context):
    parcel = event["pathParameters"]["parcel"]
    found = table.query(KeyConditionExpression=Key("parcel").eq(parcel), ScanIndexForward=False)
    return {"statusCode": 200, "body": json.dumps({"parcel": parcel, "scans": found["Items"]})}
