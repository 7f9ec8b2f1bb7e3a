import json

from triggers import accounts


def handler(event, context):
    sub = event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"]
    account = accounts.get(sub)
    if account is None:
        return {"statusCode": 404, "body": "{}"}
    body = {"email": account.get("email"), "lastLogin": account.get("lastLogin")}
    return {"statusCode": 200, "body": json.dumps(body)}
