import json
import os

from pymongo import MongoClient

client = MongoClient(os.environ["MONGO_URI"])
notifications = client["app"]["notifications"]


def mark_read(event, context):
    """matched_count, not modified_count: a notification that is read already is fine."""
    result = notifications.update_one(
        {"_id": event["pathParameters"]["id"]},
        {"$set": {"read": True}},
    )
    if result.matched_count == 0:
        return {"statusCode": 404, "body": json.dumps({"error": "no such notification"})}
    return {"statusCode": 204, "body": ""}


def unread(event, context):
    found = notifications.find_one({"_id": event["pathParameters"]["id"]})
    if found is None:
        return {"statusCode": 404, "body": "{}"}
    body = {"id": event["pathParameters"]["id"], "read": bool(found.get("read"))}
    return {"statusCode": 200, "body": json.dumps(body)}
