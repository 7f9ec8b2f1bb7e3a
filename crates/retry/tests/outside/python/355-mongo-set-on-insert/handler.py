import json
import os

from pymongo import MongoClient

customers = MongoClient(os.environ["MONGO_URL"]).shop.customers


def remember(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"])
        customers.update_one(
            {"_id": order["customer"]},
            {
                "$set": {"city": order["city"]},
                "$setOnInsert": {"first_order": order["id"]},
            },
            upsert=True,
        )
