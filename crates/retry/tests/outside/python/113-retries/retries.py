import json
import time

import boto3
import requests
from botocore.exceptions import ClientError
from tenacity import retry, stop_after_attempt, wait_exponential

items = boto3.resource("dynamodb").Table("items")


def store(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        for attempt in range(4):
            try:
                items.put_item(Item={"id": record["messageId"], "value": body["value"]})
                break
            except ClientError as error:
                if error.response["Error"]["Code"] != "ThrottlingException" or attempt == 3:
                    raise
                time.sleep(0.1 * 2**attempt)


@retry(stop=stop_after_attempt(3), wait=wait_exponential(max=5))
def post(order):
    response = requests.post("https://partner.example.com/orders", json=order, timeout=5)
    response.raise_for_status()
    return response.json()


def call_partner(event, context):
    for record in event["Records"]:
        post(json.loads(record["body"]))
