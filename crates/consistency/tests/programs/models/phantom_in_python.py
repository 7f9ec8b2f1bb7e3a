# ✓✗✗✓✗✗✗✗✗✗✗✗✗ at most two shifts are given away, counted first
from aplomb.consistency import concurrently, invariant, table, transaction

shifts = table("shifts", {"day": 0}, rows={1: {"day": 7}})


@transaction
def give(key, day):
    if shifts.count(lambda row, _key: row["day"] == day) < 2:
        shifts.insert(key, {"day": day})


@invariant
def at_most_two():
    return shifts.count(lambda row, _key: row["day"] == 7) <= 2


concurrently(lambda: give(2, 7), lambda: give(3, 7))
