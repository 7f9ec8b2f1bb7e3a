import functools
import json
import os

import boto3

replies = boto3.resource("dynamodb").Table(os.environ["REPLIES"])


def idempotent(handler):
    """Answers a request that was answered before from the stored reply."""

    @functools.wraps(handler)
    def wrapper(event, context):
        request = event["headers"]["idempotency-key"]
        stored = replies.get_item(Key={"request": request}, ConsistentRead=True).get("Item")
        if stored:
            return json.loads(stored["reply"])
        reply = handler(event, context)
        replies.put_item(Item={"request": request, "reply": json.dumps(reply)})
        return reply

    return wrapper
