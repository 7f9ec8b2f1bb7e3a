"""Writes a product only if it has changed since the last import."""
import hashlib
import json
from datetime import datetime, timezone

import boto3

products = boto3.resource("dynamodb").Table("products")


def fingerprint(product: dict) -> str:
    return hashlib.sha256(json.dumps(product, sort_keys=True).encode()).hexdigest()


def store(product: dict) -> None:
    digest = fingerprint(product)
    known = products.get_item(Key={"id": product["id"]}, ConsistentRead=True).get("Item")
    if known is not None and known["digest"] == digest:
        return
    products.put_item(
        Item={
            "id": product["id"],
            "document": json.dumps(product),
            "digest": digest,
            "imported": datetime.now(timezone.utc).isoformat(),
        }
    )


def handler(event, context):
    for record in event["Records"]:
        store(json.loads(record["body"]))
