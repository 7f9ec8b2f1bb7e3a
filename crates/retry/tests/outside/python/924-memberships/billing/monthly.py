import logging
import os

import stripe
from boto3.dynamodb.conditions import Attr

from billing import members

logger = logging.getLogger(__name__)
stripe.api_key = os.environ["STRIPE_KEY"]


def handler(event, context):
    date = event["time"][:10]
    day = int(date[8:10])
    due = members.scan(
        FilterExpression=Attr("billingDay").eq(day) & Attr("status").eq("active")
    )["Items"]
    for member in due:
        stripe.PaymentIntent.create(
            amount=int(member["fee"]),
            currency="eur",
            customer=member["stripeCustomer"],
            confirm=True,
            off_session=True,
            idempotency_key=f"{member['memberId']}-{date}",
        )
    logger.info("billed %d members", len(due))
