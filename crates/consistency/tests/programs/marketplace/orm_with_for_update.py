# An ORM session gets the account with_for_update and changes an attribute (SQLAlchemy ORM, URL from the environment).
# postgres:read-committed ? (✓ in truth)
# postgres:repeatable-read ? (✓ in truth)
# postgres:serializable ? (✓ in truth)
# mysql:read-committed ? (✓ in truth)
# mysql:repeatable-read ? (✓ in truth)
# mysql:serializable ? (✓ in truth)
import os

from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from aplomb.consistency import assume, concurrently, integer, invariant, table

engine = create_engine(os.environ["DATABASE_URL"])


class Base(DeclarativeBase):
    pass


class Account(Base):
    __tablename__ = "account"

    id: Mapped[int] = mapped_column(primary_key=True)
    balance: Mapped[int]


def withdraw(account_id: int, amount: int) -> bool:
    with Session(engine) as session, session.begin():
        account = session.get(Account, account_id, with_for_update=True)
        if account.balance < amount:
            return False
        account.balance = account.balance - amount
        return True


accounts = table("account", {"balance": 0}, key="id", rows={1: {"balance": 100}})
first, second = integer("first", 70), integer("second", 80)
assume(first > 0 and second > 0)

one, other = concurrently(lambda: withdraw(1, first), lambda: withdraw(1, second))


@invariant
def money_is_accounted_for() -> bool:
    taken = (first if one else 0) + (second if other else 0)
    balance = accounts.read(1)["balance"]
    return balance == 100 - taken and balance >= 0
