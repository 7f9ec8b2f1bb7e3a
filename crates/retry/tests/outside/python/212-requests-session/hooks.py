import json
import os

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

session = requests.Session()
session.mount("https://", HTTPAdapter(max_retries=Retry(total=3, backoff_factor=0.2)))


def notify(event, context):
    for record in event["Records"]:
        answer = session.post(os.environ["HOOK"], json=json.loads(record["body"]), timeout=3)
        answer.raise_for_status()


def price(event, context):
    answer = session.get(f"https://prices.example.com/{event['pathParameters']['id']}", timeout=3)
    if answer.status_code == 404:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": answer.text}
