import json

import stripe

from payments import Payment


def pay(event, context):
    body = json.loads(event["body"])
    payment = Payment(
        amount=body["amount"],
        currency=body.get("currency", "eur"),
        customer=body["customer"],
        description=f"Order {body['order']}",
    )
    try:
        charge = payment.submit()
    except stripe.error.CardError:
        return {"statusCode": 402, "body": json.dumps({"error": "card declined"})}
    return {"statusCode": 200, "body": json.dumps({"charge": charge["id"]})}
