import json
import os

import requests

from hooks.signature import is_valid


def handler(event, context):
    if not is_valid(event):
        return {"statusCode": 401}
    payload = json.loads(event["body"])
    if payload.get("action") != "published":
        return {"statusCode": 204}
    release = payload["release"]
    text = f"{payload['repository']['full_name']} {release['tag_name']} is out: {release['html_url']}"
    answer = requests.post(os.environ["SLACK_URL"], json={"text": text}, timeout=5)
    answer.raise_for_status()
    return {"statusCode": 200}
