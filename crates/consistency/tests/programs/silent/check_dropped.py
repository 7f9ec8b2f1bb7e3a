# A CHECK that the schema drops refuses nothing.
# postgres:read-committed ? (✗ in truth)
import psycopg
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"number": 0}, rows={})
def add(key):
    try:
        with psycopg.connect() as conn:
            conn.execute("INSERT INTO t (id, number) VALUES (%s, -1)", (key,))
    except psycopg.errors.CheckViolation:
        pass
concurrently(lambda: add(1), lambda: add(2))
@invariant
def none():
    return t.count(lambda row: row["number"] == -1) == 0
