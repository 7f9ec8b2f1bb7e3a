# A block of asyncpg: read, then written back.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import asyncpg
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 0}})
async def add():
    conn = await asyncpg.connect()
    async with conn.transaction():
        v = await conn.fetchval("SELECT v FROM t WHERE id = 1")
        await conn.execute("UPDATE t SET v = $1 WHERE id = 1", v + 1)
concurrently(add, add)
@invariant
def both():
    return t.read(1)["v"] == 2
