import json
import os

import boto3
import httpx

refills = boto3.resource("dynamodb").Table(os.environ["REFILLS"])
http = httpx.Client(base_url=os.environ["WHOLESALER"], timeout=8.0)


def refill(event, context):
    body = json.loads(event["body"])
    response = http.post(
        "/orders",
        json={"drug": body["drug"], "packs": body["packs"]},
        headers={"Idempotency-Key": body["refillId"]},
    )
    response.raise_for_status()
    order = response.json()["order"]
    refills.put_item(Item={"refill": body["refillId"], "order": order})
    return {"statusCode": 201, "body": json.dumps({"order": order})}


def cancel(event, context):
    response = http.delete(f"/orders/{event['pathParameters']['order']}")
    response.raise_for_status()
    return {"statusCode": 204}


def status(event, context):
    response = http.get(f"/orders/{event['pathParameters']['order']}")
    if response.status_code == 404:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"state": response.json()["state"]})}
