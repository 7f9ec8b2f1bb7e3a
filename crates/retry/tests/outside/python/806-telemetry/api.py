import json

from cache import client


def get_device(event, context):
    device = event["pathParameters"]["id"]
    state = client.hgetall(f"device:{device}")
    if not state:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"device": device, "state": state})}
