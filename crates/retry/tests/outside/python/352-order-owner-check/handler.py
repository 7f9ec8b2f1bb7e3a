import json

import boto3
from botocore.exceptions import ClientError

orders = boto3.resource("dynamodb").Table("orders")


def respond(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def refused(error):
    return error.response["Error"]["Code"] == "ConditionalCheckFailedException"


def create(event, context):
    body = json.loads(event["body"])
    try:
        orders.put_item(
            Item={
                "id": body["id"],
                "request": body["request"],
                "lines": body["lines"],
                "status": "new",
            },
            ConditionExpression="attribute_not_exists(id)",
        )
    except ClientError as error:
        if not refused(error):
            raise
        stored = orders.get_item(Key={"id": body["id"]}, ConsistentRead=True)["Item"]
        if stored["request"] != body["request"]:
            return respond(409, error="this id is taken")
    return respond(201, id=body["id"])


def ship(event, context):
    order = event["pathParameters"]["id"]
    try:
        orders.update_item(
            Key={"id": order},
            UpdateExpression="SET #s = :shipped",
            ConditionExpression="attribute_exists(id)",
            ExpressionAttributeNames={"#s": "status"},
            ExpressionAttributeValues={":shipped": "shipped"},
        )
    except ClientError as error:
        if refused(error):
            return respond(404, error="no such order")
        raise
    return respond(200, id=order)
