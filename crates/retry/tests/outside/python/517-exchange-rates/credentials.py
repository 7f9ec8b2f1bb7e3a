import json
import os
from functools import lru_cache

import boto3

client = boto3.client("secretsmanager")


@lru_cache(maxsize=1)
def api_key() -> str:
    secret = client.get_secret_value(SecretId=os.environ["SECRET_ID"])
    return json.loads(secret["SecretString"])["apiKey"]
