import json

from dispatch.tables import couriers


def handler(event, context):
    available = bool(json.loads(event["body"])["available"])
    couriers.update_item(
        Key={"courier": event["pathParameters"]["courier"]},
        UpdateExpression="SET available = :a",
        ExpressionAttributeValues={":a": available},
    )
    return {"statusCode": 204}
