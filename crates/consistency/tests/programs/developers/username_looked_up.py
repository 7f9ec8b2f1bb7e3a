# A name is looked up and then taken.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table, text

users = table("users", {"name": text}, rows=[])


def register(name: str) -> bool:
    with psycopg.connect("dbname=app") as conn:
        with conn.cursor() as cur:
            cur.execute("SELECT id FROM users WHERE name = %s", (name,))
            if cur.fetchone() is not None:
                return False
            cur.execute("INSERT INTO users (name) VALUES (%s)", (name,))
            return True


concurrently(lambda: register("ada"), lambda: register("ada"))


@invariant
def the_name_is_taken_once() -> bool:
    return users.count(lambda user: user["name"] == "ada") == 1
