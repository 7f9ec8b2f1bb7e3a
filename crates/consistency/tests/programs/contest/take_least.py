# The least key is computed from a snapshot, and its row is gone.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from aplomb.consistency import concurrently, invariant, table
queue = table("queue", {"payload": 0}, rows={1: {"payload": 5}, 2: {"payload": 6}})
def take():
    with psycopg.connect() as conn:
        row = conn.execute(
            "DELETE FROM queue WHERE id = (SELECT MIN(id) FROM queue) RETURNING id"
        ).fetchone()
        return row[0] if row else 0
a, b = concurrently(take, take)
@invariant
def each_gets_one():
    return a != 0 and b != 0
