import os
import time

import boto3

users = boto3.resource("dynamodb").Table(os.environ["USERS_TABLE"])


def handler(event, context):
    users.update_item(
        Key={"userId": event["request"]["userAttributes"]["sub"]},
        UpdateExpression="SET lastLogin = :now ADD logins :one",
        ExpressionAttributeValues={":now": int(time.time()), ":one": 1},
    )
    return event
