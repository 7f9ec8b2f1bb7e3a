# A counter that is read, increased in Python and written back.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import asyncio

import asyncpg

from aplomb.consistency import concurrently, invariant, table


async def count() -> None:
    connection = await asyncpg.connect(database="stats")
    try:
        async with connection.transaction():
            n = await connection.fetchval("SELECT n FROM counters WHERE id = $1", 1)
            await connection.execute("UPDATE counters SET n = $1 WHERE id = $2", n + 1, 1)
    finally:
        await connection.close()


counters = table("counters", {"n": 0}, rows=[1])

concurrently(lambda: asyncio.run(count()), lambda: asyncio.run(count()))


@invariant
def both_are_counted() -> bool:
    return counters.read(1)["n"] == 2
