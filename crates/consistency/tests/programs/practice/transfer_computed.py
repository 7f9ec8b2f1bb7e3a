# Transfers that compute the new balances in the application.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import asyncpg

from aplomb.consistency import concurrently, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 60}, 2: {"balance": 40}})


async def transfer(source: int, target: int, amount: int) -> None:
    conn = await asyncpg.connect("postgresql://localhost/bank")
    async with conn.transaction():
        mine = await conn.fetchval("SELECT balance FROM accounts WHERE id = $1", source)
        row = await conn.fetchrow("SELECT balance FROM accounts WHERE id = $1", target)
        await conn.execute("UPDATE accounts SET balance = $1 WHERE id = $2", mine - amount, source)
        await conn.execute(
            "UPDATE accounts SET balance = $1 WHERE id = $2", row["balance"] + amount, target
        )
    await conn.close()


concurrently(lambda: transfer(1, 2, 10), lambda: transfer(1, 2, 20))


@invariant
def no_money_is_made() -> bool:
    return accounts.read(1)["balance"] == 30 and accounts.read(2)["balance"] == 70
