import hashlib
import hmac
import json
import os
from urllib.parse import parse_qs

import boto3
import requests

mentions = boto3.resource("dynamodb").Table("mentions")


def is_authentic(event):
    base = f"v0:{event['headers']['X-Slack-Request-Timestamp']}:{event['body']}"
    digest = hmac.new(os.environ["SECRET"].encode(), base.encode(), hashlib.sha256).hexdigest()
    return hmac.compare_digest("v0=" + digest, event["headers"]["X-Slack-Signature"])


def action(event, context):
    if not is_authentic(event):
        return {"statusCode": 401}
    payload = json.loads(parse_qs(event["body"])["payload"][0])
    choice = payload["actions"][0]["value"]
    requests.post(payload["response_url"], json={"text": f"You chose {choice}"}, timeout=3)
    return {"statusCode": 200}


def events(event, context):
    if not is_authentic(event):
        return {"statusCode": 401}
    body = json.loads(event["body"])
    if body["type"] == "url_verification":
        return {"statusCode": 200, "body": body["challenge"]}
    if body["event"]["type"] == "app_mention":
        mentions.put_item(
            Item={
                "event_id": body["event_id"],
                "user": body["event"]["user"],
                "text": body["event"]["text"],
            }
        )
    return {"statusCode": 200, "body": ""}
