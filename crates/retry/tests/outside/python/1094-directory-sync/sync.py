import json
import os

import boto3
from botocore.exceptions import ClientError

users = boto3.resource("dynamodb").Table(os.environ["USERS"])


def renamed(event, context):
    try:
        users.update_item(
            Key={"id": event["detail"]["id"]},
            UpdateExpression="SET fullname = :n, named_at = :t",
            ConditionExpression="attribute_not_exists(named_at) OR named_at < :t",
            ExpressionAttributeValues={":n": event["detail"]["name"], ":t": event["time"]},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        print("a newer name is known")


def merged(event, context):
    source, target = event["detail"]["from"], event["detail"]["to"]
    item = users.get_item(Key={"id": source}).get("Item", {})
    days = item.get("vacation_days", 0)
    if days:
        users.update_item(
            Key={"id": target},
            UpdateExpression="ADD vacation_days :d",
            ExpressionAttributeValues={":d": days},
        )
    users.update_item(
        Key={"id": source},
        UpdateExpression="SET merged_into = :t, vacation_days = :zero",
        ExpressionAttributeValues={":t": target, ":zero": 0},
    )


def show(event, context):
    item = users.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if not item:
        return {"statusCode": 404}
    return {
        "statusCode": 200,
        "body": json.dumps({"name": item.get("fullname"), "employed": item.get("employed", True)}),
    }
