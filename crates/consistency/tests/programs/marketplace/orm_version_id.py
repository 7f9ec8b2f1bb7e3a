# Optimistic locking by the ORM's version_id_col; StaleDataError is caught (SQLAlchemy ORM, URL from the environment).
# postgres:read-committed ? (✓ in truth)
# postgres:repeatable-read ? (✓ in truth)
# postgres:serializable ? (✓ in truth)
# mysql:read-committed ? (✓ in truth)
# mysql:repeatable-read ? (✓ in truth)
# mysql:serializable ? (✓ in truth)
import os

from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.orm.exc import StaleDataError

from aplomb.consistency import concurrently, integer, invariant, table

engine = create_engine(os.environ["DATABASE_URL"])


class Base(DeclarativeBase):
    pass


class Basket(Base):
    __tablename__ = "baskets"

    id: Mapped[int] = mapped_column(primary_key=True)
    total: Mapped[int]
    version: Mapped[int]

    __mapper_args__ = {"version_id_col": version}


def add_item(basket_id: int, price: int) -> bool:
    try:
        with Session(engine) as session, session.begin():
            basket = session.get(Basket, basket_id)
            basket.total = basket.total + price
    except StaleDataError:
        return False
    return True


baskets = table("baskets", {"total": 0, "version": 1}, key="id", rows=[4])
first, second = integer("first", 3), integer("second", 4)

one, other = concurrently(lambda: add_item(4, first), lambda: add_item(4, second))


@invariant
def the_total_is_what_was_added() -> bool:
    added = (first if one else 0) + (second if other else 0)
    return baskets.read(4)["total"] == added
