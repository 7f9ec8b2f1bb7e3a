import os
import uuid
from dataclasses import dataclass, field

import stripe

stripe.api_key = os.environ["STRIPE_KEY"]


def _key() -> str:
    return f"pay-{uuid.uuid4().hex}"


@dataclass
class Payment:
    amount: int
    currency: str
    customer: str
    description: str = ""
    idempotency_key: str = field(default_factory=_key)

    def submit(self):
        return stripe.Charge.create(
            amount=self.amount,
            currency=self.currency,
            customer=self.customer,
            description=self.description,
            idempotency_key=self.idempotency_key,
        )
