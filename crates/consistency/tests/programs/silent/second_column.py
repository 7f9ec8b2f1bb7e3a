# fetchval gives the column that it is asked for.
# postgres:read-committed ? (✗)
# postgres:repeatable-read ? (✗)
# postgres:serializable ? (✗)
import asyncpg
from aplomb.consistency import concurrently, invariant, table

users = table("users", {"age": 0, "tall": 9}, rows={1: {"age": 3, "tall": 9}})

async def birthday(user):
    conn = await asyncpg.connect("x")
    async with conn.transaction():
        age = await conn.fetchval("SELECT age, tall FROM users WHERE id = $1 FOR UPDATE", user, column=1)
        await conn.execute("UPDATE users SET age = $1 WHERE id = $2", age + 1, user)


@invariant
def inv():
    return users.read(1)["age"] == 5

concurrently(lambda: birthday(1), lambda: birthday(1))
