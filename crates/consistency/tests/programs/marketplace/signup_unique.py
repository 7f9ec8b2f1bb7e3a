# Sign up relies on UNIQUE (email) and catches the violation (psycopg2).
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import os

import psycopg2
from psycopg2 import errors

from aplomb.consistency import concurrently, invariant, table


def sign_up(email: str, name: str) -> bool:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    cur = conn.cursor()
    try:
        cur.execute("INSERT INTO users (email, name) VALUES (%s, %s)", (email, name))
    except errors.UniqueViolation:
        conn.rollback()
        return False
    conn.commit()
    return True


users = table("users", {"email": "", "name": ""}, key="id", rows={})

one, other = concurrently(
    lambda: sign_up("ada@example.com", "Ada"),
    lambda: sign_up("ada@example.com", "A. Lovelace"),
)


@invariant
def exactly_one_signs_up() -> bool:
    return one != other and users.count(lambda user: user["email"] == "ada@example.com") == 1
