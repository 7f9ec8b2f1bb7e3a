import json
import os

from pymongo import MongoClient, ReturnDocument

db = MongoClient(os.environ["MONGO_URL"]).blog


def comment(event, context):
    body = json.loads(event["body"])
    result = db.posts.update_one(
        {"_id": body["post"]}, {"$push": {"comments": {"by": body["by"], "text": body["text"]}}}
    )
    return {"statusCode": 200 if result.matched_count else 404}


def ensure_author(event, context):
    body = json.loads(event["body"])
    author = db.authors.find_one_and_update(
        {"_id": body["email"]},
        {"$setOnInsert": {"name": body["name"]}},
        upsert=True,
        return_document=ReturnDocument.AFTER,
    )
    return {"statusCode": 200, "body": json.dumps({"name": author["name"]})}
