# The level that an engine is made with counts.
# postgres:read-committed ✓
import os
from sqlalchemy import create_engine, text
from aplomb.consistency import concurrently, invariant, table
engine = create_engine("postgresql://" + os.environ["HOST"], isolation_level="SERIALIZABLE")
t = table("t", {"v": 0}, rows={1: {"v": 0}})
def add():
    with engine.begin() as conn:
        v = conn.execute(text("SELECT v FROM t WHERE id = 1")).scalar_one()
        conn.execute(text("UPDATE t SET v = :v WHERE id = 1"), {"v": v + 1})
concurrently(add, add)
@invariant
def both_count():
    return t.read(1)["v"] == 2
