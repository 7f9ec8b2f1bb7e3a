"""The application that is measured: it authenticates, reads a user and writes an article."""

import hashlib
import hmac
import json
import os
import random
import re
import time

import boto3

table = boto3.resource("dynamodb", endpoint_url=os.environ["DYNAMODB"], region_name="eu-west-1").Table(os.environ["TABLE"])


def signature(text):
    return hmac.new(os.environ["SECRET"].encode(), text.encode(), hashlib.sha256).hexdigest()


def create(event, _context):
    user, signed = event["headers"]["authorization"].split(":")
    if signature(user) != signed:
        return {"statusCode": 401}
    author = table.get_item(Key={"id": user}).get("Item")
    if author is None:
        return {"statusCode": 403}
    article = json.loads(event["body"])
    identity = re.sub(r"\W+", "-", article["title"].lower()) + f"-{random.getrandbits(40):x}"
    item = {**article, "id": identity, "tags": set(article["tags"]), "author": user, "createdAt": int(time.time() * 1000)}
    table.put_item(Item=item)
    return {"statusCode": 200, "body": json.dumps({"article": {**article, "id": identity, "author": author}})}
