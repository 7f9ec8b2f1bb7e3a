import os
import time
from contextlib import contextmanager

import boto3

dynamodb = boto3.resource("dynamodb")
table = dynamodb.Table(os.environ["RUNS"])
Refused = dynamodb.meta.client.exceptions.ConditionalCheckFailedException


def claim(slot, holder):
    """One run for each slot; whoever holds it already may go on."""
    try:
        table.put_item(
            Item={"slot": slot, "holder": holder},
            ConditionExpression="attribute_not_exists(slot) OR holder = :me",
            ExpressionAttributeValues={":me": holder},
        )
    except Refused:
        return False
    return True


@contextmanager
def timed(label):
    start = time.monotonic()
    try:
        yield
    finally:
        print(f"{label} took {time.monotonic() - start:.3f} s")
