import os
from contextlib import suppress
from datetime import datetime, timezone

import boto3

table = boto3.resource("dynamodb").Table(os.environ["PROFILES"])
Refused = table.meta.client.exceptions.ConditionalCheckFailedException


def now():
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def post_confirmation(event, context):
    if event["triggerSource"] != "PostConfirmation_ConfirmSignUp":
        return event
    attributes = event["request"]["userAttributes"]
    with suppress(Refused):
        table.put_item(
            Item={
                "sub": attributes["sub"],
                "email": attributes["email"].lower(),
                "plan": "free",
                "created_at": now(),
            },
            ConditionExpression="attribute_not_exists(#sub)",
            ExpressionAttributeNames={"#sub": "sub"},
        )
    return event


def pre_token(event, context):
    sub = event["request"]["userAttributes"]["sub"]
    profile = table.get_item(Key={"sub": sub}, ConsistentRead=True).get("Item") or {}
    event["response"] = {
        "claimsOverrideDetails": {
            "claimsToAddOrOverride": {
                "plan": profile.get("plan", "free"),
                "member_since": profile.get("created_at", ""),
                "last_seen": profile.get("last_seen", ""),
            }
        }
    }
    return event


def post_authentication(event, context):
    table.update_item(
        Key={"sub": event["request"]["userAttributes"]["sub"]},
        UpdateExpression="SET last_seen = :now",
        ExpressionAttributeValues={":now": now()},
    )
    return event
