# Two people want the same name; the column is UNIQUE.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError

from aplomb.consistency import concurrently, invariant, table

engine = create_engine("postgresql+psycopg://localhost/site")
people = table("people", {"name": ""}, rows={1: {"name": "a"}, 2: {"name": "b"}}, unique=["name"])


def rename(person: int, name: str) -> bool:
    try:
        with engine.begin() as conn:
            conn.execute(
                text("UPDATE people SET name = :name WHERE id = :id"), {"name": name, "id": person}
            )
        return True
    except IntegrityError:
        return False


first, second = concurrently(lambda: rename(1, "ada"), lambda: rename(2, "ada"))


@invariant
def one_has_the_name_and_knows_it() -> bool:
    return first != second and (people.read(1)["name"] == "ada") == first
