# Points are null until the first purchase, and the tier may be unknown.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
from aplomb.consistency import concurrently, integer, invariant, nullable, table
from sqlalchemy import create_engine, text

engine = create_engine("postgresql+psycopg2://localhost/club")


def purchase(member: int, amount: int) -> None:
    with engine.connect() as conn:
        conn.execute(
            text(
                "UPDATE members SET points = COALESCE(points, 0) + "
                "CASE WHEN tier > 1 THEN :amount * 2 ELSE :amount END "
                "WHERE id = :member"
            ),
            {"member": member, "amount": amount},
        )
        conn.commit()


members = table(
    "members",
    {"tier": nullable(integer), "points": nullable(integer)},
    rows={1: {"tier": None, "points": None}, 2: {"tier": 2, "points": None}},
)

first = integer("first", 10)
second = integer("second", 15)


@invariant
def every_purchase_counts() -> bool:
    # Who has no tier gets no bonus: null > 1 is not true.
    return members.read(1)["points"] == first + second


@invariant
def the_second_tier_counts_twice() -> bool:
    return members.read(2)["points"] == first * 2


concurrently(
    lambda: (purchase(1, first), purchase(2, first)),
    lambda: purchase(1, second),
)
