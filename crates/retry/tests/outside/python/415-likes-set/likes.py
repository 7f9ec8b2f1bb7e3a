import json
import os

import boto3

dynamodb = boto3.client("dynamodb")
TABLE = os.environ.get("POSTS_TABLE", "posts")


def claims(event):
    return event["requestContext"]["authorizer"]["jwt"]["claims"]


def like(event, context):
    user = claims(event)["sub"]
    dynamodb.update_item(
        TableName=TABLE,
        Key={"post": {"S": event["pathParameters"]["post"]}},
        UpdateExpression="ADD likers :u",
        ExpressionAttributeValues={":u": {"SS": [user]}},
    )
    return {"statusCode": 200, "body": json.dumps({"liked": True})}


def likers(event, context):
    reply = dynamodb.get_item(
        TableName=TABLE,
        Key={"post": {"S": event["pathParameters"]["post"]}},
        ProjectionExpression="likers",
    )
    users = reply.get("Item", {}).get("likers", {}).get("SS", [])
    return {
        "statusCode": 200,
        "body": json.dumps({"count": len(users), "users": sorted(users)}),
    }
