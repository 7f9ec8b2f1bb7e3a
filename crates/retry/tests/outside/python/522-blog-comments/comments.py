import json
import os
from datetime import datetime

from pymongo import DESCENDING, MongoClient

collection = MongoClient(os.environ["MONGODB_URI"]).blog.comments


def add(event, context):
    body = json.loads(event["body"])
    text = body.get("text", "").strip()
    if not text:
        return {"statusCode": 400, "body": json.dumps({"error": "empty comment"})}
    result = collection.insert_one(
        {
            "post": event["pathParameters"]["post"],
            "author": body.get("author", "anonymous"),
            "text": text,
            "created": datetime.utcnow(),
        }
    )
    return {"statusCode": 201, "body": json.dumps({"id": str(result.inserted_id)})}


def list_comments(event, context):
    cursor = (
        collection.find({"post": event["pathParameters"]["post"]})
        .sort("created", DESCENDING)
        .limit(50)
    )
    items = [
        {"id": str(c["_id"]), "author": c["author"], "text": c["text"]} for c in cursor
    ]
    return {"statusCode": 200, "body": json.dumps(items)}
