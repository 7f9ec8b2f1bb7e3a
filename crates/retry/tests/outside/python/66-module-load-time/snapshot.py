import json
import os
from datetime import datetime, timezone

import boto3

s3 = boto3.client("s3")


def object_key(name, at=datetime.now(timezone.utc)):
    """Evaluated once, when the module is loaded: all snapshots of an instance share a folder."""
    return f"{at:%Y/%m/%d/%H%M%S}/{name}.json"


def handler(event, context):
    message = json.loads(event["Records"][0]["Sns"]["Message"])
    s3.put_object(
        Bucket=os.environ["BUCKET"],
        Key=object_key(message["name"]),
        Body=json.dumps(message["content"]).encode(),
        Metadata={"source": message.get("source", "unknown")},
    )
