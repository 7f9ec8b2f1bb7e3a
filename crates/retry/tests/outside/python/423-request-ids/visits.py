import json
import time
from itertools import chain

import boto3

visits = boto3.resource("dynamodb").Table("visits")


class Recorder:
    def __init__(self, prefix):
        self.prefix = prefix

    def record(self, ident, pages):
        visits.put_item(
            Item={
                "id": f"{self.prefix}-{ident}",
                "pages": pages,
                "recorded": int(time.time()),
            }
        )


def by_sns(event, context):
    pages = list(
        chain.from_iterable(json.loads(r["Sns"]["Message"])["pages"] for r in event["Records"])
    )
    Recorder("sns").record(context.aws_request_id, pages)


def by_sqs(event, context):
    pages = list(chain.from_iterable(json.loads(r["body"])["pages"] for r in event["Records"]))
    Recorder("sqs").record(context.aws_request_id, pages)


def by_http(event, context):
    pages = json.loads(event["body"])["pages"]
    Recorder("web").record(event["requestContext"]["requestId"], pages)
    return {"statusCode": 202}
