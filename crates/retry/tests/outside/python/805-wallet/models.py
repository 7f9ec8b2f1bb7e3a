from pydantic import BaseModel


class Deposit(BaseModel):
    request_id: str
    account: str
    cents: int


class Withdrawal(BaseModel):
    account: str
    cents: int
