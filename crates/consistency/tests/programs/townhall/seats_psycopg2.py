# A seat in the theatre: UNIQUE decides, and the violation is caught outside of the transaction.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg2
from psycopg2 import errors

from aplomb.consistency import concurrently, integer, invariant, table


def book(ticket: int, seat: int, guest: int) -> bool:
    connection = psycopg2.connect("dbname=theatre")
    try:
        with connection:
            with connection.cursor() as cursor:
                cursor.execute(
                    "INSERT INTO tickets (id, seat, guest) VALUES (%s, %s, %s)",
                    (ticket, seat, guest),
                )
        return True
    except errors.UniqueViolation:
        return False
    finally:
        connection.close()


tickets = table("tickets", {"seat": integer, "guest": integer}, rows=[], unique=["seat"])

ann, bob = concurrently(lambda: book(1, 12, 100), lambda: book(2, 12, 200))


@invariant
def one_of_them_is_told_so() -> bool:
    return ann != bob


@invariant
def who_is_told_so_has_the_ticket() -> bool:
    if ann:
        return tickets.read(1) is not None and tickets.read(2) is None
    return tickets.read(1) is None and tickets.read(2) is not None
