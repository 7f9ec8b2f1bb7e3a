import json
from datetime import datetime, timezone

from models import Device, Screen


def save_device(event, context):
    path = event["pathParameters"]
    body = json.loads(event["body"])
    device = Device(
        path["user"],
        path["device"],
        platform=body["platform"],
        push_token=body.get("pushToken"),
        saved_at=datetime.now(timezone.utc),
    )
    device.save()
    return {"statusCode": 204, "body": ""}


def track_screen(event, context):
    screen = Screen(event["pathParameters"]["screen"])
    screen.update(actions=[Screen.views.add(1)])
    return {"statusCode": 204, "body": ""}
