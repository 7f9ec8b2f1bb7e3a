import json
import os

from pymongo import MongoClient
from pymongo.errors import DuplicateKeyError

client = MongoClient(os.environ["MONGO"])
db = client.shop


def order(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])

        def callback(session):
            db.orders.insert_one({"_id": body["id"], "sku": body["sku"]}, session=session)
            db.stock.update_one({"_id": body["sku"]}, {"$inc": {"left": -1}}, session=session)

        try:
            with client.start_session() as session:
                session.with_transaction(callback)
        except DuplicateKeyError:
            pass


def restock(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        with client.start_session() as session, session.start_transaction():
            db.supply.update_one({"_id": body["sku"]}, {"$inc": {"left": 10}}, session=session)
