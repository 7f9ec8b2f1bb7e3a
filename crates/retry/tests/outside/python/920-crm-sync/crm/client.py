import json
import os
from functools import lru_cache

import boto3
import requests

secrets = boto3.client("secretsmanager")


@lru_cache(maxsize=1)
def _token() -> str:
    secret = secrets.get_secret_value(SecretId=os.environ["CRM_SECRET_ID"])
    return json.loads(secret["SecretString"])["token"]


def post(path, payload, idempotency_key=None):
    headers = {"Authorization": f"Bearer {_token()}"}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    response = requests.post(
        os.environ["CRM_URL"] + path, json=payload, headers=headers, timeout=10
    )
    response.raise_for_status()
    return response.json()
