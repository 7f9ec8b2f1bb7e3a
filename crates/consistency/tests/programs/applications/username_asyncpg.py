# Names by asyncpg: a pool, a block with an error inside, a transaction by hand, rows by name.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import asyncpg

from aplomb.consistency import concurrently, invariant, table, text

users = table("users", {"name": text}, rows=[], unique=["name"])
counters = table("counters", {"n": 0}, rows={1: {"n": 0}})


async def register(name: str) -> int:
    pool = await asyncpg.create_pool("postgresql://localhost/site")
    async with pool.acquire() as conn:
        try:
            async with conn.transaction():
                await conn.execute("INSERT INTO users (name) VALUES ($1)", name)
        except asyncpg.UniqueViolationError:
            return 0
        by_hand = conn.transaction()
        await by_hand.start()
        row = await conn.fetchrow("SELECT n FROM counters WHERE id = $1 FOR UPDATE", 1)
        missing = await conn.fetchval("SELECT n FROM counters WHERE id = 7")
        if row is None or missing is not None:
            await by_hand.rollback()
            return 0
        await conn.execute("UPDATE counters SET n = $1 WHERE id = 1", row["n"] + 1)
        await by_hand.commit()
    return 1


first, second = concurrently(lambda: register("ada"), lambda: register("ada"))


@invariant
def one_has_the_name_and_is_counted() -> bool:
    one = users.count(lambda it: it["name"] == "ada") == 1 and first + second == 1
    return one and counters.read(1)["n"] == 1
