import json
import os
import secrets
import time

import boto3

import mailer

table = boto3.resource("dynamodb").Table(os.environ["TABLE"])


def request(event, context):
    email = json.loads(event["body"])["email"]
    token = secrets.token_urlsafe(24)
    table.put_item(
        Item={
            "email": email,
            "token": token,
            "verified": False,
            "expires": int(time.time()) + 24 * 3600,
        }
    )
    mailer.send(
        email,
        "Please confirm your address",
        f"https://example.com/confirm?email={email}&token={token}",
    )
    return {"statusCode": 202, "body": ""}


def confirm(event, context):
    params = event["queryStringParameters"] or {}
    item = table.get_item(Key={"email": params["email"]}).get("Item")
    if item is None or item.get("token") != params["token"]:
        return {"statusCode": 400, "body": "This link is not valid."}
    table.update_item(
        Key={"email": params["email"]},
        UpdateExpression="SET verified = :yes REMOVE #t",
        ExpressionAttributeNames={"#t": "token"},
        ExpressionAttributeValues={":yes": True},
    )
    return {"statusCode": 200, "body": "Thank you!"}
