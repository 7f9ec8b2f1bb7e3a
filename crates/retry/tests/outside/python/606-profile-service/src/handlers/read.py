import json

from src.common.repo import ProfileRepository

repo = ProfileRepository()


def handler(event, context):
    profile = repo.find(event["pathParameters"]["sub"])
    if not profile:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps(profile)}
