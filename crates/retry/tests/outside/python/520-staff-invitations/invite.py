import json
import os

from directory import AlreadyInvited, Directory

directory = Directory(os.environ["USER_POOL_ID"])


def handler(event, context):
    body = json.loads(event["body"])
    email = body["email"].strip().lower()
    try:
        directory.invite(email, body.get("group", "staff"))
    except AlreadyInvited:
        return {"statusCode": 409, "body": json.dumps({"message": f"{email} is already invited"})}
    return {"statusCode": 201, "body": json.dumps({"email": email})}
