# The rows of a child are rows of its parent too.
# postgres:read-committed ? (✗ in truth)
import psycopg
from aplomb.consistency import concurrently, invariant, table
people = table("people", {"v": 0}, rows={1: {"v": 1}})
staff = table("staff", {"v": 0}, rows={2: {"v": 1}})
def run():
    with psycopg.connect() as conn:
        conn.execute("UPDATE people SET v = 2")
concurrently(run)
@invariant
def staff_unchanged():
    return staff.read(2)["v"] == 1
