import json
import os

import boto3
from boto3.dynamodb.conditions import Attr, Key
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["STRINGS"])


def strings(event, context):
    items = table.query(KeyConditionExpression=Key("project").eq(event["pathParameters"]["project"]))["Items"]
    language = (event.get("queryStringParameters") or {}).get("lang", "en")
    return {
        "statusCode": 200,
        "body": json.dumps(
            {
                item["name"]: {"text": item.get("texts", {}).get(language), "lockedBy": item.get("locked_by")}
                for item in items
            }
        ),
    }


def _key(event):
    p = event["pathParameters"]
    return {"project": p["project"], "name": p["name"]}


def lock(event, context):
    user = json.loads(event["body"])["user"]
    try:
        table.update_item(
            Key=_key(event),
            UpdateExpression="SET locked_by = :user",
            ConditionExpression=Attr("locked_by").not_exists() | Attr("locked_by").eq(user),
            ExpressionAttributeValues={":user": user},
        )
    except ClientError as e:
        if e.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return {"statusCode": 423}
        raise
    return {"statusCode": 204}


def unlock(event, context):
    table.update_item(Key=_key(event), UpdateExpression="REMOVE locked_by")
    return {"statusCode": 204}
