"""What the accounts hold at the start, who is at work, and what must hold."""

import psycopg

from accounts import withdraw
from aplomb.consistency import assume, concurrently, integer, invariant, table

accounts = table(
    "accounts",
    {"customer": 0, "balance": 0},
    key="id",
    rows={1: {"customer": 7, "balance": 60}, 2: {"customer": 7, "balance": 40}},
)

first = integer("first", 70)
second = integer("second", 80)
assume(first > 0 and second > 0)


@invariant
def the_accounts_together_are_not_overdrawn() -> bool:
    return accounts.read(1)["balance"] + accounts.read(2)["balance"] >= 0


concurrently(
    lambda: withdraw(psycopg.connect(), 1, first),
    lambda: withdraw(psycopg.connect(), 2, second),
)
