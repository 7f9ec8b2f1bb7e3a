import os
from dataclasses import dataclass
from typing import Optional

import boto3
from boto3.dynamodb.conditions import Key
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["WAITLIST"])


@dataclass
class Entry:
    launch: str
    email: str
    place: int


def find(launch: str, email: str) -> Optional[Entry]:
    item = table.get_item(Key={"launch": launch, "email": email}, ConsistentRead=True).get("Item")
    if item is None:
        return None
    return Entry(item["launch"], item["email"], int(item["place"]))


def waiting(launch: str) -> int:
    return len(
        table.query(KeyConditionExpression=Key("launch").eq(launch), ConsistentRead=True)["Items"]
    )


def add(entry: Entry) -> bool:
    try:
        table.put_item(
            Item={"launch": entry.launch, "email": entry.email, "place": entry.place},
            ConditionExpression="attribute_not_exists(email)",
        )
        return True
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise
