import json
import os

from pymongo import MongoClient

products = MongoClient(os.environ["MONGO_URL"]).catalog.products


def set_price(event, context):
    result = products.update_one(
        {"_id": event["pathParameters"]["id"]},
        {"$set": {"cents": json.loads(event["body"])["cents"]}},
    )
    if result.matched_count == 0:
        return {"statusCode": 404}
    return {"statusCode": 204}


def rename(event, context):
    name = " ".join(json.loads(event["body"])["name"].split())
    result = products.update_one(
        {"_id": event["pathParameters"]["id"]}, {"$set": {"name": name}}
    )
    return {"statusCode": 200, "body": json.dumps({"changed": result.modified_count > 0})}
