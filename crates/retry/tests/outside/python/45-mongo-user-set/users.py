import json
import os

import pymongo

db = pymongo.MongoClient(os.environ["MONGO_URI"]).app


def update(event, context):
    body = json.loads(event["body"])
    result = db.users.update_one(
        {"_id": event["pathParameters"]["id"]},
        {"$set": {"name": body["name"], "phone": body["phone"]}},
    )
    if result.matched_count == 0:
        return {"statusCode": 404, "body": json.dumps({"error": "no such user"})}
    return {"statusCode": 200, "body": json.dumps({"name": body["name"]})}


def get(event, context):
    user = db.users.find_one({"_id": event["pathParameters"]["id"]}, {"name": 1, "phone": 1})
    if user is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"name": user["name"], "phone": user["phone"]})}
