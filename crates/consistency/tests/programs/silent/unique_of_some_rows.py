# Only rows that are active must differ.
# postgres:read-committed ? (✗ in truth)
import psycopg
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"number": 0, "active": True}, rows={})
def add(key):
    try:
        with psycopg.connect() as conn:
            conn.execute("INSERT INTO t (id, number, active) VALUES (%s, 1, true)", (key,))
    except psycopg.errors.UniqueViolation:
        pass
concurrently(lambda: add(1), lambda: add(2))
@invariant
def both():
    return t.count(lambda row: row["number"] == 1) == 2
