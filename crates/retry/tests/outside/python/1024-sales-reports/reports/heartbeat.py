import os
from datetime import datetime, timezone

import boto3

status = boto3.resource("dynamodb").Table(os.environ["STATUS"])


def handler(event, context):
    status.put_item(
        Item={"job": "reports", "aliveAt": datetime.now(timezone.utc).isoformat()}
    )
