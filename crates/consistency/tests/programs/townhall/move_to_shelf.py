# Goods go from the warehouse to the shelf, in two tables; the guard is in the first UPDATE.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
from sqlalchemy import create_engine, text

from aplomb.consistency import assume, concurrently, integer, invariant, table

engine = create_engine("mysql+pymysql://localhost/shop")


def move(item: int, pieces: int) -> bool:
    with engine.begin() as connection:
        taken = connection.execute(
            text("UPDATE warehouse SET pieces = pieces - :n WHERE id = :item AND pieces >= :n"),
            {"n": pieces, "item": item},
        )
        if taken.rowcount == 0:
            return False
        connection.execute(
            text("UPDATE shelf SET pieces = pieces + :n WHERE id = :item"),
            {"n": pieces, "item": item},
        )
        return True


warehouse = table("warehouse", {"pieces": 0}, rows={1: {"pieces": 12}})
shelf = table("shelf", {"pieces": 0}, rows={1: {"pieces": 3}})

first = integer("first", 8)
second = integer("second", 5)
assume(first > 0 and second > 0)

concurrently(lambda: move(1, first), lambda: move(1, second))


@invariant
def nothing_gets_lost() -> bool:
    return warehouse.read(1)["pieces"] + shelf.read(1)["pieces"] == 15


@invariant
def the_warehouse_has_no_debts() -> bool:
    return warehouse.read(1)["pieces"] >= 0
