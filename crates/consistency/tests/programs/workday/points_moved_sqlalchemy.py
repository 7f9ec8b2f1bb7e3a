# Points are moved; the one who gives is locked, and scalar_one() reads the balance.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, invariant, table

engine = create_engine("postgresql+psycopg2://localhost/points")
members = table("members", {"points": 0}, rows={1: {"points": 10}, 2: {"points": 0}})


def give(giver: int, taker: int, points: int) -> bool:
    with engine.begin() as conn:
        have = conn.execute(
            text("SELECT points FROM members WHERE id = :id FOR UPDATE"), {"id": giver}
        ).scalar_one()
        if have < points:
            return False
        conn.execute(
            text("UPDATE members SET points = points - :n WHERE id = :id"), {"n": points, "id": giver}
        )
        conn.execute(
            text("UPDATE members SET points = points + :n WHERE id = :id"), {"n": points, "id": taker}
        )
    return True


concurrently(lambda: give(1, 2, 7), lambda: give(1, 2, 6))


@invariant
def nothing_is_lost() -> bool:
    left, given = members.read(1)["points"], members.read(2)["points"]
    return left + given == 10 and left >= 0
