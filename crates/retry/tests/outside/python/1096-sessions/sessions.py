import json
import os
import time
import uuid

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["SESSIONS"])
HOUR = 3600


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def create(event, context):
    session = uuid.uuid4().hex
    user = json.loads(event["body"])["user"]
    table.put_item(Item={"id": session, "user": user, "expires": int(time.time()) + HOUR})
    return reply(201, session=session)


def extend(event, context):
    try:
        table.update_item(
            Key={"id": event["pathParameters"]["id"]},
            UpdateExpression="SET expires = :e",
            ConditionExpression="attribute_exists(id)",
            ExpressionAttributeValues={":e": int(time.time()) + HOUR},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return reply(404, error="session is over")
        raise
    return reply(200, status="extended")


def end(event, context):
    table.delete_item(Key={"id": event["pathParameters"]["id"]})
    return {"statusCode": 204}


def check(event, context):
    item = table.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if not item:
        return reply(404, error="session is over")
    return reply(200, user=item["user"], expires=int(item["expires"]))
