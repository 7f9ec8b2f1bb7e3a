# What a SQLAlchemy connection does not commit is rolled back.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✗
from sqlalchemy import create_engine, text
from aplomb.consistency import concurrently, invariant, table
engine = create_engine("postgresql+psycopg://localhost/shop")
t = table("t", {"v": 0}, rows={1: {"v": 0}})
def run():
    with engine.connect() as conn:
        conn.execute(text("UPDATE t SET v = 1 WHERE id = 1"))
concurrently(run)
@invariant
def written():
    return t.read(1)["v"] == 1
