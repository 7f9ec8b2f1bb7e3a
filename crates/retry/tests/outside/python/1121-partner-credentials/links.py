import hashlib
import hmac
import json
import os
import time

import boto3

secrets = boto3.client("secretsmanager")


def sign(event, context):
    body = json.loads(event["body"])
    key = secrets.get_secret_value(SecretId=os.environ["SECRET_ID"])["SecretString"]
    expires = int(time.time()) + 3600
    signature = hmac.new(key.encode(), f"{body['path']}:{expires}".encode(), hashlib.sha256).hexdigest()
    return {"statusCode": 200, "body": json.dumps({"path": body["path"], "expires": expires, "signature": signature})}
