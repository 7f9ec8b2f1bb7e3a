import json
from datetime import datetime, timezone

from botocore.exceptions import ClientError

from common import response, table


def handler(event, context):
    body = json.loads(event["body"])
    email = body["email"].strip().lower()
    if "@" not in email:
        return response(400, {"message": "invalid email"})
    try:
        table.put_item(
            Item={
                "email": email,
                "status": "active",
                "subscribed_at": datetime.now(timezone.utc).isoformat(),
            },
            ConditionExpression="attribute_not_exists(email)",
        )
    except ClientError as e:
        if e.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return response(200, {"email": email})
