"""What the show has at the start, who is at work, and what must hold."""

from aplomb.consistency import assume, concurrently, integer, invariant, table
from tickets import reserve

shows = table(
    "shows", {"free": 0, "sold": 0}, rows={"hamlet": {"free": 100, "sold": 0}}
)

first, second = integer("first", 2), integer("second", 3)
assume(first > 0 and second > 0)

one, other = concurrently(
    lambda: reserve("hamlet", first), lambda: reserve("hamlet", second)
)


@invariant
def what_was_promised_is_sold() -> bool:
    sold = (first if one else 0) + (second if other else 0)
    return shows.read("hamlet")["sold"] == sold
