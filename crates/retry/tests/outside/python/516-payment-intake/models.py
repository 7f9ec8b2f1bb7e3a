from decimal import Decimal

from pydantic import BaseModel


class Payment(BaseModel):
    payment_id: str
    iban: str
    amount: Decimal
    reference: str = ""
