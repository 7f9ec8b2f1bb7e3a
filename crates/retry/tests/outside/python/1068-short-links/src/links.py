import base64
import hashlib
import json
import os
import random
import string

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["LINKS"])
ALPHABET = string.ascii_lowercase + string.digits


def save_if_new(code, url):
    try:
        table.put_item(
            Item={"code": code, "url": url}, ConditionExpression="attribute_not_exists(code)"
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


def answer(code):
    return {"statusCode": 201, "body": json.dumps({"short": f"https://sho.rt/{code}"})}


def shorten(event, context):
    url = json.loads(event["body"])["url"]
    digest = hashlib.sha256(url.encode("utf-8")).digest()
    code = base64.urlsafe_b64encode(digest).decode()[:12]
    save_if_new(code, url)
    return answer(code)


def shorten_random(event, context):
    url = json.loads(event["body"])["url"]
    code = "".join(random.choices(ALPHABET, k=7))
    save_if_new(code, url)
    return answer(code)
