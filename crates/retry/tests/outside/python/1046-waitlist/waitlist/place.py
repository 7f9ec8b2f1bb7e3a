import json

from waitlist import store


def handler(event, context):
    path = event["pathParameters"]
    entry = store.find(path["launch"], path["email"].lower())
    if entry is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"place": entry.place})}
