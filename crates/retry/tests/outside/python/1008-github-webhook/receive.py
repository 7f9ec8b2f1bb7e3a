import hashlib
import hmac
import json
import os
import time

import boto3
import structlog

log = structlog.get_logger()
deliveries = boto3.resource("dynamodb").Table(os.environ["DELIVERIES"])
sqs = boto3.client("sqs")


def signed(body: str, signature: str) -> bool:
    mac = hmac.new(os.environ["WEBHOOK_SECRET"].encode(), body.encode(), hashlib.sha256)
    return hmac.compare_digest("sha256=" + mac.hexdigest(), signature)


def handler(event, context):
    headers = event["headers"]
    if not signed(event["body"], headers.get("x-hub-signature-256", "")):
        return {"statusCode": 401}
    delivery = headers["x-github-delivery"]
    payload = json.loads(event["body"])
    if headers["x-github-event"] != "push":
        return {"statusCode": 202}

    # kept for support requests
    deliveries.put_item(
        Item={"delivery": delivery, "received": int(time.time()), "body": event["body"]}
    )
    sqs.send_message(
        QueueUrl=os.environ["QUEUE_URL"],
        MessageGroupId=payload["repository"]["full_name"],
        MessageDeduplicationId=delivery,
        MessageBody=json.dumps(
            {"repo": payload["repository"]["full_name"], "commit": payload["after"]}
        ),
    )
    log.info("queued", delivery=delivery)
    return {"statusCode": 202}
