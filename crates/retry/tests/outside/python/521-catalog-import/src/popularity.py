import json

from database import db


def handler(event, context):
    for record in event["Records"]:
        view = json.loads(record["body"])
        db.popularity.update_one(
            {"_id": view["sku"]},
            {"$inc": {"views": 1}, "$set": {"last_viewed_at": view["at"]}},
            upsert=True,
        )
