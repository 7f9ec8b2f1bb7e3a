import json

import stripe

from .common import payments


def handler(event, context):
    payment = event["pathParameters"]["payment"]
    item = payments.get_item(Key={"payment": payment}).get("Item")
    if not item:
        return {"statusCode": 404}
    refund = stripe.Refund.create(payment_intent=item["intent"])
    payments.update_item(
        Key={"payment": payment},
        UpdateExpression="SET refund_id = :r",
        ExpressionAttributeValues={":r": refund.id},
    )
    return {"statusCode": 200, "body": json.dumps({"refund": refund.id})}
