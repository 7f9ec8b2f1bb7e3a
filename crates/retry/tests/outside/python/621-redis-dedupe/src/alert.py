import json
import os
import urllib.request

import redis

seen = redis.Redis(host=os.environ["REDIS_HOST"])


def post(text):
    request = urllib.request.Request(
        os.environ["SLACK_WEBHOOK"],
        data=json.dumps({"text": text}).encode(),
        headers={"Content-Type": "application/json"},
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=3) as response:
        return response.status


def handler(event, context):
    for record in event["Records"]:
        if not seen.set(f"alarm:{record['messageId']}", "1", nx=True, ex=86400):
            continue
        alarm = json.loads(record["body"])
        post(f":rotating_light: {alarm['service']}: {alarm['message']}")
