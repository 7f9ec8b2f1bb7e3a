import json
import os
from datetime import datetime, timezone

from pymongo import MongoClient

collection = MongoClient(os.environ["MONGO_URL"])["site"]["feedback"]


def collect(event, context):
    for record in event["Records"]:
        message = json.loads(record["body"])
        collection.update_one(
            {"_id": record["messageId"]},
            {
                "$set": {
                    "product": message["product"],
                    "stars": max(1, min(5, int(message["stars"]))),
                    "text": message.get("text", "").strip(),
                },
                "$setOnInsert": {"receivedAt": datetime.now(timezone.utc)},
            },
            upsert=True,
        )


def recent(event, context):
    product = (event.get("queryStringParameters") or {}).get("product", "")
    documents = collection.find({"product": product})
    body = [
        {"stars": d["stars"], "text": d["text"], "at": d["receivedAt"].isoformat()}
        for d in documents
    ]
    return {"statusCode": 200, "body": json.dumps(body)}
