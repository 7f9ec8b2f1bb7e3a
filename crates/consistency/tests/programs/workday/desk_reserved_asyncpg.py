# A desk is locked, then its reservations are looked at; the snapshot of REPEATABLE READ is older than the lock.
# postgres:read-committed ✓
# postgres:repeatable-read ✗
# postgres:serializable ✓
import asyncpg

from aplomb.consistency import concurrently, integer, invariant, table

desks = table("desks", {"floor": 1}, rows={1: {"floor": 1}})
reservations = table("reservations", {"desk": integer, "day": integer, "person": integer}, rows=[])


async def reserve(desk: int, day: int, person: int) -> bool:
    pool = await asyncpg.create_pool("postgres://localhost/office")
    async with pool.acquire() as conn:
        async with conn.transaction():
            await conn.fetchrow("SELECT id FROM desks WHERE id = $1 FOR UPDATE", desk)
            taken = await conn.fetchval(
                "SELECT COUNT(*) FROM reservations WHERE desk = $1 AND day = $2", desk, day
            )
            if taken > 0:
                return False
            await conn.execute(
                "INSERT INTO reservations (desk, day, person) VALUES ($1, $2, $3)", desk, day, person
            )
            return True


concurrently(lambda: reserve(1, 5, 1), lambda: reserve(1, 5, 2))


@invariant
def one_person_per_day() -> bool:
    return reservations.count(lambda it: it["desk"] == 1 and it["day"] == 5) <= 1
