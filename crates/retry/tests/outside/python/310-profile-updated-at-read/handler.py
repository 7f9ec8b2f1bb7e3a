import json
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone

import boto3

profiles = boto3.resource("dynamodb").Table("profiles")


def utc_text():
    return datetime.now(timezone.utc).isoformat(timespec="microseconds")


@dataclass
class Profile:
    user: str
    name: str
    bio: str = ""
    updated_at: str = field(default_factory=utc_text)


def save(event, context):
    body = json.loads(event["body"])
    profile = Profile(event["pathParameters"]["user"], body["name"], body.get("bio", ""))
    profiles.put_item(Item=asdict(profile))
    return {"statusCode": 204}


def load(event, context):
    key = {"user": event["pathParameters"]["user"]}
    item = profiles.get_item(Key=key, ConsistentRead=True).get("Item")
    if item is None:
        return {"statusCode": 404}
    return {
        "statusCode": 200,
        "headers": {"ETag": f'"{item["updated_at"]}"'},
        "body": json.dumps({"name": item["name"], "bio": item["bio"]}),
    }
