# Arguments for the driver below.
# postgres:serializable ? (✗ in truth)
from sqlalchemy import create_engine, text
from aplomb.consistency import concurrently, invariant, table
engine = create_engine("postgresql://h/d", connect_args={"options": "-c default_transaction_isolation=read\\ committed"})
t = table("t", {"v": 0}, rows={1: {"v": 1}})
def run():
    with engine.begin() as conn:
        (v,) = conn.execute(text("SELECT v FROM t WHERE id = 1")).fetchone()
        conn.execute(text("UPDATE t SET v = :v WHERE id = 1"), {"v": v + 1})
concurrently(run, run)
@invariant
def as_said():
    return t.read(1)["v"] == 3
