import json

import boto3
from botocore.exceptions import ClientError

bookings = boto3.resource("dynamodb").Table("bookings")


def create(event, context):
    booking = event["pathParameters"]["id"]
    body = json.loads(event["body"])
    try:
        bookings.put_item(
            Item={"id": booking, "room": body["room"], "night": body["night"]},
            ConditionExpression="attribute_not_exists(id)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return {"statusCode": 200, "body": json.dumps({"booking": booking})}


def cancel(event, context):
    booking = event["pathParameters"]["id"]
    try:
        bookings.delete_item(
            Key={"id": booking},
            ConditionExpression="attribute_exists(id)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return {"statusCode": 404}
        raise
    return {"statusCode": 200, "body": json.dumps({"cancelled": booking})}
