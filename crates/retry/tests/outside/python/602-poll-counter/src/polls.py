import functools
import json
import os

import boto3

dynamodb = boto3.client("dynamodb")
POLLS = os.environ["POLLS"]


def json_api(fn):
    @functools.wraps(fn)
    def wrapper(event, context):
        status, payload = fn(event)
        return {
            "statusCode": status,
            "headers": {"content-type": "application/json"},
            "body": json.dumps(payload),
        }

    return wrapper


@json_api
def vote(event):
    choice = json.loads(event["body"])["choice"]
    if choice not in ("yes", "no"):
        return 400, {"error": "choose yes or no"}
    dynamodb.update_item(
        TableName=POLLS,
        Key={"poll": {"S": event["pathParameters"]["poll"]}},
        UpdateExpression="ADD #c :one",
        ExpressionAttributeNames={"#c": choice},
        ExpressionAttributeValues={":one": {"N": "1"}},
    )
    return 202, {"accepted": True}


@json_api
def results(event):
    answer = dynamodb.get_item(
        TableName=POLLS, Key={"poll": {"S": event["pathParameters"]["poll"]}}
    )
    item = answer.get("Item", {})
    return 200, {c: int(item[c]["N"]) if c in item else 0 for c in ("yes", "no")}
