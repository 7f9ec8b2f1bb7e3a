import json
import os

from pymongo import MongoClient

db = MongoClient(os.environ["MONGO_URL"])["warehouse"]


def messages(event):
    return [(record["messageId"], json.loads(record["body"])) for record in event["Records"]]


def reserve(event, context):
    for message_id, order in messages(event):
        db.stock.update_one(
            {
                "_id": order["sku"],
                "available": {"$gte": order["quantity"]},
                "reservations": {"$ne": message_id},
            },
            {"$inc": {"available": -order["quantity"]}, "$push": {"reservations": message_id}},
        )
        held = db.stock.find_one({"_id": order["sku"], "reservations": message_id})
        db.outcomes.update_one(
            {"_id": message_id},
            {"$setOnInsert": {"order": order["order"], "state": "reserved" if held else "rejected"}},
            upsert=True,
        )


def restock(event, context):
    for message_id, delivery in messages(event):
        db.stock.update_one(
            {"_id": delivery["sku"], "deliveries": {"$ne": message_id}},
            {"$inc": {"available": delivery["quantity"]}, "$push": {"deliveries": message_id}},
            upsert=True,
        )
