import json
import os

import boto3

dynamodb = boto3.resource("dynamodb")
subscriptions = dynamodb.Table(os.environ["SUBSCRIPTIONS"])


def handler(event, context):
    key = {"id": event["pathParameters"]["id"]}
    try:
        subscriptions.update_item(
            Key=key,
            UpdateExpression="SET #s = :paused",
            ConditionExpression="#s = :active",
            ExpressionAttributeNames={"#s": "status"},
            ExpressionAttributeValues={":paused": "paused", ":active": "active"},
        )
    except dynamodb.meta.client.exceptions.ConditionalCheckFailedException:
        return {"statusCode": 409, "body": json.dumps({"error": "subscription is not active"})}
    return {"statusCode": 200, "body": json.dumps({"status": "paused"})}
