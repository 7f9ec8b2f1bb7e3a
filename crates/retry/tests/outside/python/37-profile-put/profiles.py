import json

import boto3

profiles = boto3.resource("dynamodb").Table("profiles")

FIELDS = ("name", "city", "about")


def put(event, context):
    body = json.loads(event["body"])
    missing = [field for field in FIELDS if field not in body]
    if missing:
        return {"statusCode": 400, "body": json.dumps({"missing": missing})}
    item = {field: body[field] for field in FIELDS}
    item["id"] = event["pathParameters"]["id"]
    profiles.put_item(Item=item)
    return {"statusCode": 204, "body": ""}


def get(event, context):
    item = profiles.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if not item:
        return {"statusCode": 404, "body": ""}
    return {"statusCode": 200, "body": json.dumps({field: item[field] for field in FIELDS})}
