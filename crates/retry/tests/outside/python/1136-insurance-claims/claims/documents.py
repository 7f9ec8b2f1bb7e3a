import json

from .store import ClaimStore


def attach(event, context):
    body = json.loads(event["body"])
    ClaimStore.add_document(event["pathParameters"]["claim_id"], {"name": body["name"], "url": body["url"]})
    return {"statusCode": 204}
