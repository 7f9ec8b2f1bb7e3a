import json
import os

from pymongo import MongoClient
from pymongo.errors import DuplicateKeyError

users = MongoClient(os.environ["MONGO_URL"]).get_database("trials").users


def register(event, context):
    body = json.loads(event["body"])
    try:
        users.insert_one({"_id": body["user"], "plan": "trial", "email": body["email"]})
    except DuplicateKeyError:
        print("registered before")
    return {"statusCode": 202}


def change_plan(event, context):
    plan = json.loads(event["body"])["plan"]
    if plan not in ("free", "pro", "team"):
        return {"statusCode": 400}
    result = users.update_one({"_id": event["pathParameters"]["id"]}, {"$set": {"plan": plan}})
    if result.matched_count == 0:
        return {"statusCode": 404}
    return {"statusCode": 204}


def show_plan(event, context):
    user = users.find_one({"_id": event["pathParameters"]["id"]})
    if user is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"plan": user["plan"]})}
