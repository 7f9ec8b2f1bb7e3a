import json
import os

from pymongo import MongoClient

contacts = MongoClient(os.environ["MONGO_URL"])["crm"]["contacts"]


def parse(event):
    return event["pathParameters"]["id"], json.loads(event["body"])


def save_contact(event, context):
    contact, body = parse(event)
    contacts.update_one(
        {"_id": contact}, {"$set": {"name": body["name"], "phone": body["phone"]}}, upsert=True
    )
    return {"statusCode": 204}


def tag_contact(event, context):
    contact, body = parse(event)
    result = contacts.update_one({"_id": contact}, {"$addToSet": {"tags": body["tag"]}})
    if result.matched_count == 0:
        return {"statusCode": 404}
    return {"statusCode": 204}


def log_call(event, context):
    contact, body = parse(event)
    contacts.update_one(
        {"_id": contact}, {"$push": {"calls": {"by": body["agent"], "notes": body["notes"]}}}
    )
    return {"statusCode": 204}


def show_contact(event, context):
    contact = contacts.find_one({"_id": event["pathParameters"]["id"]})
    if contact is None:
        return {"statusCode": 404}
    return {
        "statusCode": 200,
        "body": json.dumps({"name": contact.get("name"), "tags": sorted(contact.get("tags", []))}),
    }
