import json
import os
import secrets
import time
from dataclasses import asdict, dataclass, field

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["SUBSCRIPTIONS"])
TWO_DAYS = 48 * 3600


@dataclass
class Subscription:
    email: str
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    ttl: int = field(default_factory=lambda: int(time.time()) + TWO_DAYS)


def handler(event, context):
    email = json.loads(event["body"])["email"].strip().lower()
    subscription = Subscription(email)
    try:
        table.put_item(
            Item=asdict(subscription),
            ConditionExpression="attribute_not_exists(email)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    # the page shows the link for the confirmation
    return {
        "statusCode": 200,
        "body": json.dumps({"confirm": f"/confirm?email={email}&token={subscription.token}"}),
    }
