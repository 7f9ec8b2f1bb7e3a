import json
import os

import boto3
from boto3.dynamodb.conditions import Attr
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["ITEMS"])


def change(item, expression, condition, values):
    try:
        table.update_item(
            Key={"id": item},
            UpdateExpression=expression,
            ConditionExpression=condition,
            ExpressionAttributeNames={"#s": "state", "#w": "worker"},
            ExpressionAttributeValues=values,
        )
        return True
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise


def claim(event, context):
    worker = json.loads(event["body"])["worker"]
    for item in table.scan(FilterExpression=Attr("state").eq("open"))["Items"]:
        if change(
            item["id"],
            "SET #s = :claimed, #w = :w",
            "#s = :open AND attribute_not_exists(#w)",
            {":claimed": "claimed", ":open": "open", ":w": worker},
        ):
            return {"statusCode": 200, "body": json.dumps({"item": item["id"]})}
    return {"statusCode": 204}


def complete(event, context):
    worker = json.loads(event["body"])["worker"]
    done = change(
        event["pathParameters"]["id"],
        "SET #s = :done",
        "#w = :w AND #s <> :open",
        {":done": "done", ":w": worker, ":open": "open"},
    )
    if not done:
        return {"statusCode": 409, "body": json.dumps({"error": "not your item"})}
    return {"statusCode": 200, "body": json.dumps({"state": "done"})}
