import json

from payments import orders


def handler(event, context):
    order = orders.load(event["pathParameters"]["id"])
    if order is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"paid": bool(order.get("paid"))})}
