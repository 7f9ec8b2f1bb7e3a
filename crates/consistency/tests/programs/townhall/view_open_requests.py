# A person may have one open request. Open requests are counted in a view.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg2

from aplomb.consistency import concurrently, invariant, table


def ask(person: int) -> bool:
    connection = psycopg2.connect("dbname=office")
    with connection:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM open_requests WHERE person = %s", (person,))
            (n,) = cursor.fetchone()
            if n > 0:
                return False
            cursor.execute(
                "INSERT INTO requests (person, status) VALUES (%s, 'open')", (person,)
            )
            return True


requests = table(
    "requests",
    {"person": 0, "status": "open"},
    rows={1: {"person": 7, "status": "closed"}},
)

concurrently(lambda: ask(7), lambda: ask(7))


@invariant
def one_open_request() -> bool:
    return requests.count(lambda row: row["person"] == 7 and row["status"] == "open") <= 1
