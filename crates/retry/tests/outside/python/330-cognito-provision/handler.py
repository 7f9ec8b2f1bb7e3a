import json
import os

import boto3

cognito = boto3.client("cognito-idp")
POOL = os.environ["USER_POOL"]
GROUPS = {"admin": "administrators", "staff": "employees"}


def ensure_user(name, email):
    try:
        cognito.admin_create_user(
            UserPoolId=POOL,
            Username=name,
            UserAttributes=[
                {"Name": "email", "Value": email},
                {"Name": "email_verified", "Value": "true"},
            ],
            MessageAction="SUPPRESS",
        )
    except cognito.exceptions.UsernameExistsException:
        print("user exists", name)


def provision(event, context):
    body = json.loads(event["body"])
    name = body["name"].lower()
    ensure_user(name, body["email"])
    cognito.admin_add_user_to_group(
        UserPoolId=POOL,
        Username=name,
        GroupName=GROUPS.get(body.get("role"), "guests"),
    )
    return {"statusCode": 200, "body": json.dumps({"user": name})}
