# Lifeguards leave if another one stays; the level is set for the session, but inside of the transaction that is already running.
# postgres:read-committed ✗ psycopg began the transaction before the SET, which is for later ones: both count 2, both leave
# postgres:repeatable-read ✗ the same, from two snapshots
# postgres:serializable ✓ the default of the server is serializable already
import psycopg

from aplomb.consistency import concurrently, invariant, table

DSN = "postgresql://localhost/pool"

lifeguards = table("lifeguards", {"on_duty": 0}, rows={1: {"on_duty": 1}, 2: {"on_duty": 1}})


def leave(guard: int) -> bool:
    with psycopg.connect(DSN) as conn:
        conn.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE")
        present = conn.execute("SELECT COUNT(*) FROM lifeguards WHERE on_duty = 1").fetchone()[0]
        if present < 2:
            return False
        conn.execute("UPDATE lifeguards SET on_duty = 0 WHERE id = %s", (guard,))
        return True


@invariant
def somebody_watches() -> bool:
    return lifeguards.exists(lambda guard: guard["on_duty"] == 1)


concurrently(lambda: leave(1), lambda: leave(2))
