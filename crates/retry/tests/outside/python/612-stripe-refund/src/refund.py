import json
import os
import uuid
from dataclasses import dataclass, field
from enum import Enum

import stripe

stripe.api_key = os.environ["STRIPE_API_KEY"]


class Reason(str, Enum):
    DUPLICATE = "duplicate"
    FRAUD = "fraudulent"
    CUSTOMER = "requested_by_customer"


@dataclass
class RefundRequest:
    intent: str
    cents: int
    reason: Reason = Reason.CUSTOMER
    idempotency_key: str = field(default_factory=lambda: str(uuid.uuid4()))


def handler(event, context):
    for record in event["Records"]:
        raw = json.loads(record["body"])
        request = RefundRequest(raw["intent"], raw["cents"], Reason(raw["reason"]))
        stripe.Refund.create(
            payment_intent=request.intent,
            amount=request.cents,
            reason=request.reason.value,
            idempotency_key=request.idempotency_key,
        )
