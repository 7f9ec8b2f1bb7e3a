# The engine commits every statement, because its options say so.
# postgres:read-committed ? (✗)
# postgres:repeatable-read ? (✗)
# postgres:serializable ? (✗)
from sqlalchemy import create_engine, text
from aplomb.consistency import concurrently, invariant, table

users = table("users", {"age": 0}, rows={1: {"age": 3}})

engine = create_engine("postgresql+psycopg://x", execution_options={"isolation_level": "AUTOCOMMIT"})
def birthday(user):
    with engine.begin() as conn:
        age = conn.execute(text("SELECT age FROM users WHERE id = :i FOR UPDATE"), {"i": user}).scalar_one()
        conn.execute(text("UPDATE users SET age = :a WHERE id = :i"), {"a": age + 1, "i": user})

@invariant
def inv():
    return users.read(1)["age"] == 5

concurrently(lambda: birthday(1), lambda: birthday(1))
