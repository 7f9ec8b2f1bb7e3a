import json
import os
from functools import lru_cache

from pymongo import MongoClient


@lru_cache(maxsize=None)
def collection():
    return MongoClient(os.environ["MONGO_URI"]).get_database("forum").threads


def archive(event, context):
    thread = event["pathParameters"]["id"]
    result = collection().update_one(
        {"_id": thread, "archived": {"$ne": True}},
        {"$set": {"archived": True}},
    )
    if result.modified_count == 0:
        return {
            "statusCode": 409,
            "body": json.dumps({"error": "there is no such thread, or it is archived"}),
        }
    return {"statusCode": 200, "body": json.dumps({"archived": thread})}
