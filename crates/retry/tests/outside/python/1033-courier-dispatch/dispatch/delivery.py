import json

from dispatch.tables import deliveries


def handler(event, context):
    item = deliveries.get_item(Key={"order": event["pathParameters"]["order"]}).get("Item")
    if item is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"courier": item["courier"]})}
