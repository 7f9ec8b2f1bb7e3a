import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["SUPPRESSION_TABLE"])


def is_suppressed(email: str) -> bool:
    return "Item" in table.get_item(Key={"email": email})


def suppress(email: str) -> None:
    table.put_item(Item={"email": email, "suppressed": True})
