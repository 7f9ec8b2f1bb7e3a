# The same with a UNIQUE column, and the error is what tells the second one.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from psycopg.errors import UniqueViolation

from aplomb.consistency import concurrently, invariant, table, text

users = table("users", {"name": text}, rows=[], unique=["name"])


def register(name: str) -> int:
    try:
        with psycopg.connect("dbname=app") as conn:
            with conn.cursor() as cur:
                cur.execute("INSERT INTO users (name) VALUES (%s)", (name,))
    except UniqueViolation:
        return 0
    return 1


first, second = concurrently(lambda: register("ada"), lambda: register("ada"))


@invariant
def one_of_them_has_it() -> bool:
    return first + second == 1 and users.count(lambda user: user["name"] == "ada") == 1
