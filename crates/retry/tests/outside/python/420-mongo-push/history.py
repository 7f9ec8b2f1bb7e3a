import os

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)
from pymongo import MongoClient

logger = Logger(service="history")
store = DynamoDBPersistenceLayer(table_name="idempotency")
config = IdempotencyConfig(event_key_jmespath="id", expires_after_seconds=3600)
users = MongoClient(os.environ["MONGO_URL"])["auth"]["users"]


def entry(event):
    detail = event["detail"]
    return {
        "at": event["time"],
        "ip": detail["ip"],
        "device": detail.get("device", "unknown"),
    }


@idempotent(config=config, persistence_store=store)
def on_login(event, context):
    user = event["detail"]["user"]
    users.update_one(
        {"_id": user},
        {"$push": {"logins": entry(event)}},
        upsert=True,
    )
    logger.info("login of %s", user)
    return {"user": user}
