import json
import time
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from typing import Dict

import boto3

preferences = boto3.resource("dynamodb").Table("preferences")


@dataclass
class Preferences:
    user: str
    channels: Dict[str, bool]
    language: str = "en"
    updated_at: str = field(
        default_factory=lambda: datetime.now(timezone.utc).isoformat()
    )
    expires: int = field(default_factory=lambda: int(time.time()) + 90 * 86400)


def save(event, context):
    body = json.loads(event["body"])
    wanted = Preferences(
        user=event["pathParameters"]["user"],
        channels={name: bool(on) for name, on in body["channels"].items()},
        language=body.get("language", "en"),
    )
    item = asdict(wanted)
    preferences.put_item(Item=item)
    return {
        "statusCode": 200,
        "body": json.dumps({"user": wanted.user, "updatedAt": item["updated_at"]}),
    }
