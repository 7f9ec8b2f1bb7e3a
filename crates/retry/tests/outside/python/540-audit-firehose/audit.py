import json
import os
from contextlib import contextmanager
from time import perf_counter

import boto3

firehose = boto3.client("firehose")


@contextmanager
def timed(label):
    started = perf_counter()
    yield
    print(f"{label} took {perf_counter() - started:.3f} s")


def handler(event, context):
    body = json.loads(event["body"])
    line = json.dumps(
        {
            "actor": event["requestContext"]["authorizer"]["principalId"],
            "action": body["action"],
            "object": body["object"],
        }
    )
    with timed("put_record"):
        firehose.put_record(
            DeliveryStreamName=os.environ["STREAM"], Record={"Data": (line + "\n").encode()}
        )
    return {"statusCode": 202, "body": "{}"}
