import json
import os

import boto3
from pymongo import MongoClient

db = MongoClient(os.environ["MONGO_URL"]).get_database("accounts")
s3 = boto3.client("s3")


def purge(event, context):
    for record in event["Records"]:
        user = json.loads(record["body"])["user"]
        s3.delete_object(Bucket=os.environ["BUCKET"], Key=f"avatars/{user}.png")
        result = db.users.delete_one({"_id": user})
        print(f"purged {user}: {result.deleted_count} document(s)")
    return {"batchItemFailures": []}


def touch(event, context):
    detail = event["detail"]
    db.users.update_one(
        {"_id": detail["user"]},
        {
            "$inc": {"logins": 1},
            "$set": {"lastAgent": detail.get("agent", "unknown")},
        },
    )
