# A ledger: every entry changes the balance in the same transaction, by an UPDATE that adds.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import asyncio

import asyncpg

from aplomb.consistency import concurrently, integer, invariant, table


async def post(account: int, amount: int) -> None:
    connection = await asyncpg.connect(database="ledger")
    try:
        async with connection.transaction():
            await connection.execute(
                "INSERT INTO entries (account, amount) VALUES ($1, $2)", account, amount
            )
            await connection.execute(
                "UPDATE accounts SET balance = balance + $1 WHERE id = $2", amount, account
            )
    finally:
        await connection.close()


accounts = table("accounts", {"balance": 0}, rows=[1])
entries = table("entries", {"account": 0, "amount": 0}, rows=[])

concurrently(
    lambda: asyncio.run(post(1, integer("first", 30))),
    lambda: asyncio.run(post(1, integer("second", -20))),
)


@invariant
def the_balance_is_the_sum_of_the_entries() -> bool:
    return accounts.read(1)["balance"] == entries.sum(lambda entry: entry["amount"])
