import json
import os

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["SUBSCRIBERS"])
THANKS = {"statusCode": 200, "body": json.dumps({"message": "You are subscribed."})}


def normalise(address: str) -> str:
    return address.strip().lower()


def subscribe(event, context):
    body = json.loads(event["body"])
    email = normalise(body["email"])
    if "@" not in email:
        return {"statusCode": 400, "body": json.dumps({"message": "invalid address"})}
    try:
        table.put_item(
            Item={"email": email, "language": body.get("language", "en")},
            ConditionExpression="attribute_not_exists(email)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return THANKS


def unsubscribe(event, context):
    table.delete_item(Key={"email": normalise(event["pathParameters"]["email"])})
    return {"statusCode": 204}
