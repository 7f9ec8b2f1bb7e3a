import json

from parking.store import client

MAX_MINUTES = 24 * 60


def start(event, context):
    body = json.loads(event["body"])
    minutes = min(int(body["minutes"]), MAX_MINUTES)
    created = client.set(
        f"session:{body['plate']}",
        json.dumps({"zone": body["zone"], "minutes": minutes}),
        nx=True,
        ex=minutes * 60,
    )
    if not created:
        return {"statusCode": 409, "body": json.dumps({"error": "already parked"})}
    return {"statusCode": 201, "body": json.dumps({"plate": body["plate"], "minutes": minutes})}


def stop(event, context):
    removed = client.delete(f"session:{event['pathParameters']['plate']}")
    if removed == 0:
        return {"statusCode": 404, "body": json.dumps({"error": "not parked"})}
    return {"statusCode": 204}
