import os

import boto3
import requests

secrets = boto3.client("secretsmanager")


def transfer(account, cents, key):
    token = secrets.get_secret_value(SecretId=os.environ["BANK_SECRET"])["SecretString"]
    requests.post(
        os.environ["BANK_URL"],
        json={"account": account, "cents": cents},
        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": key},
        timeout=20,
    )
