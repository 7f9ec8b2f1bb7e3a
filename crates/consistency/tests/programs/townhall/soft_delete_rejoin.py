# Memberships are never deleted: the old one is marked, and a new row is inserted. Two who do that at
# once at READ COMMITTED leave two that are current, for the one who waited does not see the new row.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table


def renew(person: int, plan: int) -> None:
    with psycopg.connect("dbname=club") as connection:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE memberships SET deleted = TRUE WHERE person = %s AND deleted = FALSE",
                (person,),
            )
            cursor.execute(
                "INSERT INTO memberships (person, plan, deleted) VALUES (%s, %s, FALSE)",
                (person, plan),
            )


memberships = table(
    "memberships",
    {"person": 0, "plan": 0, "deleted": False},
    rows={1: {"person": 7, "plan": 1, "deleted": False}},
)

concurrently(lambda: renew(7, 2), lambda: renew(7, 3))


@invariant
def one_membership_is_current() -> bool:
    return memberships.count(lambda row: row["person"] == 7 and not row["deleted"]) == 1
