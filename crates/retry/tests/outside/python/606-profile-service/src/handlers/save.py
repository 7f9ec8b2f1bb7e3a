import json

from src.common.repo import ProfileRepository

repo = ProfileRepository()


def handler(event, context):
    claims = event["requestContext"]["authorizer"]["jwt"]["claims"]
    body = json.loads(event["body"])
    name = body["name"].strip()
    if not name:
        return {"statusCode": 422, "body": "name is empty"}
    repo.save(claims["sub"], name, body.get("bio", ""))
    return {"statusCode": 204}
