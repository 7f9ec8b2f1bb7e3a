from enum import Enum

from pydantic import BaseModel


class State(str, Enum):
    PLACED = "PLACED"
    CONFIRMED = "CONFIRMED"


class NewOrder(BaseModel):
    customer: str
    sku: str
    quantity: int
