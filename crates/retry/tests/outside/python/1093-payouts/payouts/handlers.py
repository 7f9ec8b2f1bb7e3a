import json
import uuid

from .bank import transfer

NAMESPACE = uuid.UUID("5b0c9a3e-6d0e-4f0b-9d6e-0a1f5c7f2b11")


def instant(event, context):
    payout = json.loads(event["body"])
    key = str(uuid.uuid4())
    transfer(payout["account"], payout["cents"], key)
    return {"statusCode": 202, "body": json.dumps({"status": "sent"})}


def referenced(event, context):
    payout = json.loads(event["body"])
    key = str(uuid.uuid5(NAMESPACE, f"{payout['account']}:{payout['cents']}:{payout['reference']}"))
    transfer(payout["account"], payout["cents"], key)
    return {"statusCode": 202, "body": json.dumps({"status": "sent", "key": key})}
