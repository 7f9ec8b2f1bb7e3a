import json

import stripe

from . import common  # noqa: F401  (sets the key)


def handler(event, context):
    body = json.loads(event["body"])
    customer = stripe.Customer.create(
        email=body["email"],
        idempotency_key=f"customer-{body['signupId']}",
    )
    subscription = stripe.Subscription.create(
        customer=customer.id,
        items=[{"price": body["price"]}],
        idempotency_key=f"subscription-{body['signupId']}",
    )
    return {"statusCode": 201, "body": json.dumps({"customer": customer.id, "subscription": subscription.id})}
