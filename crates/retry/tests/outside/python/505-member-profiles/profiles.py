import json
import os

import boto3

profiles = boto3.resource("dynamodb").Table(os.environ["PROFILES"])
FIELDS = ("name", "city", "language")


def json_response(status, body=None):
    return {"statusCode": status, "body": json.dumps(body) if body is not None else ""}


def update(event, context):
    member = event["pathParameters"]["id"]
    body = json.loads(event["body"])
    missing = [field for field in FIELDS if not body.get(field)]
    if missing:
        return json_response(400, {"missing": missing})
    profiles.put_item(
        Item={
            "id": member,
            "name": body["name"],
            "city": body["city"],
            "language": body["language"],
        }
    )
    return json_response(204)


def get(event, context):
    response = profiles.get_item(Key={"id": event["pathParameters"]["id"]})
    if "Item" not in response:
        return json_response(404, {"message": "not found"})
    return json_response(200, response["Item"])
