# A block that may change nothing.
# postgres:read-committed ? (✗ in truth)
import asyncpg
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}})
async def run():
    conn = await asyncpg.connect()
    async with conn.transaction(readonly=True):
        await conn.execute("UPDATE t SET v = 0 WHERE id = 1")
concurrently(run)
@invariant
def as_said():
    return t.read(1)["v"] == 0
