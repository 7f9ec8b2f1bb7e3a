import hashlib
import json
import os

import boto3

users = boto3.resource("dynamodb").Table("users")
sns = boto3.client("sns")


def digest(password: str, salt: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), 100_000).hex()


def register(event, context):
    body = json.loads(event["body"])
    email = body["email"].strip().lower()
    users.put_item(
        Item={
            "email": email,
            "name": body["name"],
            "password": digest(body["password"], email),
        },
        ConditionExpression="attribute_not_exists(email)",
    )
    sns.publish(
        TopicArn=os.environ["TOPIC_ARN"],
        Subject="registered",
        Message=json.dumps({"email": email, "name": body["name"]}),
    )
    return {"statusCode": 201, "body": json.dumps({"email": email})}
