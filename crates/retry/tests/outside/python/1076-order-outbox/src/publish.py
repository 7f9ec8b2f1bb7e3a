import os

import requests


def inserted(event):
    return [r for r in event["Records"] if r["eventName"] == "INSERT"]


def handler(event, context):
    for record in inserted(event):
        order = record["dynamodb"]["Keys"]["id"]["S"]
        requests.post(
            os.environ["PARTNER_URL"],
            json={"order": order},
            headers={"Idempotency-Key": record["eventID"]},
            timeout=10,
        )
