import json
import os

from pymongo import MongoClient
from pymongo.errors import DuplicateKeyError

articles = MongoClient(os.environ["MONGO_URL"])["blog"]["articles"]


def publish(event, context):
    slug = event["pathParameters"]["slug"]
    body = json.loads(event["body"])
    try:
        articles.insert_one({"_id": slug, "title": body["title"], "tags": [], "comments": []})
    except DuplicateKeyError:
        pass
    return {"statusCode": 200, "body": json.dumps({"slug": slug})}


def tag(event, context):
    params = event["pathParameters"]
    articles.update_one({"_id": params["slug"]}, {"$addToSet": {"tags": params["tag"].lower()}})
    return {"statusCode": 204}


def comment(event, context):
    body = json.loads(event["body"])
    articles.update_one(
        {"_id": event["pathParameters"]["slug"]},
        {"$push": {"comments": {"author": body["author"], "text": body["text"]}}},
    )
    return {"statusCode": 204}


def article(event, context):
    found = articles.find_one({"_id": event["pathParameters"]["slug"]})
    if found is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps(found)}
