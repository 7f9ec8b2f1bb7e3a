# A vote by asyncpg: the number is read and written back in one transaction.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import asyncpg

from aplomb.consistency import concurrently, invariant, table

options = table("options", {"votes": 0}, rows={1: {"votes": 0}})


async def vote(option: int) -> None:
    conn = await asyncpg.connect("postgres://localhost/poll")
    try:
        async with conn.transaction():
            row = await conn.fetchrow("SELECT votes FROM options WHERE id = $1", option)
            await conn.execute(
                "UPDATE options SET votes = $1 WHERE id = $2", row["votes"] + 1, option
            )
    finally:
        await conn.close()


concurrently(lambda: vote(1), lambda: vote(1))


@invariant
def both_votes_count() -> bool:
    return options.read(1)["votes"] == 2
