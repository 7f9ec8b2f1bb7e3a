import json

from dispatch.tables import Conflict, deliveries


def handler(event, context):
    """A delivery can be rated once; the customer may send the same rating again."""
    order = event["pathParameters"]["order"]
    stars = int(json.loads(event["body"])["stars"])
    if not 1 <= stars <= 5:
        return {"statusCode": 422, "body": json.dumps({"error": "one to five stars"})}
    try:
        deliveries.update_item(
            Key={"order": order},
            UpdateExpression="SET stars = :stars",
            ConditionExpression="attribute_not_exists(stars)",
            ExpressionAttributeValues={":stars": stars},
        )
    except Conflict:
        return {"statusCode": 409, "body": json.dumps({"error": "already rated"})}
    return {"statusCode": 200, "body": json.dumps({"stars": stars})}
