# A name is looked up and then inserted; nothing in the schema keeps it unique.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, invariant, table
from aplomb.consistency import text as any_text

engine = create_engine("postgresql://localhost/site")
users = table("users", {"name": any_text}, rows=[])


def register(name: str) -> bool:
    with engine.begin() as conn:
        taken = conn.execute(text("SELECT id FROM users WHERE name = :name"), {"name": name}).first()
        if taken is not None:
            return False
        conn.execute(text("INSERT INTO users (name) VALUES (:name)"), {"name": name})
        return True


concurrently(lambda: register("ada"), lambda: register("ada"))


@invariant
def names_are_unique() -> bool:
    return users.count(lambda it: it["name"] == "ada") == 1
