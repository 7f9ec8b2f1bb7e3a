from datetime import datetime, timezone

from triggers import accounts


def handler(event, context):
    accounts.table.update_item(
        Key={"sub": event["request"]["userAttributes"]["sub"]},
        UpdateExpression="SET lastLogin = :now",
        ExpressionAttributeValues={":now": datetime.now(timezone.utc).isoformat()},
    )
    return event
