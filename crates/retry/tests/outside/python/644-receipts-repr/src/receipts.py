import hashlib
import json
import os
from dataclasses import asdict, dataclass
from datetime import datetime

import boto3

s3 = boto3.client("s3")
BUCKET = os.environ["RECEIPTS"]


class RawReceipt:
    def __init__(self, order, cents):
        self.order = order
        self.cents = cents


@dataclass(frozen=True)
class TypedReceipt:
    order: str
    cents: int


class StampedReceipt(RawReceipt):
    def __str__(self):
        return f"{self.order}-{datetime.now():%Y%m%d%H%M}"


def upload(folder, name, body):
    s3.put_object(Bucket=BUCKET, Key=f"{folder}/{name}", Body=json.dumps(body))


def archive_raw(event, context):
    receipt = RawReceipt(event["order"], event["cents"])
    digest = hashlib.sha256(repr(receipt).encode()).hexdigest()
    upload("raw", digest, vars(receipt))


def archive_typed(event, context):
    receipt = TypedReceipt(event["order"], event["cents"])
    digest = hashlib.sha256(repr(receipt).encode()).hexdigest()
    upload("typed", digest, asdict(receipt))


def archive_stamped(event, context):
    receipt = StampedReceipt(event["order"], event["cents"])
    upload("stamped", f"{receipt}.json", {"order": receipt.order, "cents": receipt.cents})
