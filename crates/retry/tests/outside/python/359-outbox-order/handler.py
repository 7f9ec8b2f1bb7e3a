import json

from repository import place_once


def place(event, context):
    body = json.loads(event["body"])
    order = place_once(body["request"], body["customer"], body["lines"])
    return {"statusCode": 201, "body": json.dumps({"order": order})}
