import base64
import json

from cache import client


def decode(record):
    return json.loads(base64.b64decode(record["kinesis"]["data"]))


def count_readings(event, context):
    for record in event["Records"]:
        reading = decode(record)
        client.incr(f"readings:{reading['device']}")


def track_state(event, context):
    for record in event["Records"]:
        reading = decode(record)
        client.hset(
            f"device:{reading['device']}",
            mapping={
                "temperature": reading["temperature"],
                "battery": reading["battery"],
                "measured_at": reading["time"],
            },
        )
