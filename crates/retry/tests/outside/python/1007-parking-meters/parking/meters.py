import json

from parking.store import client


def heartbeat(event, context):
    client.hset(
        f"meter:{event['meter']}",
        mapping={"battery": event["battery"], "firmware": event["firmware"]},
    )


def state(event, context):
    state = client.hgetall(f"meter:{event['pathParameters']['meter']}")
    if not state:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps(state)}
