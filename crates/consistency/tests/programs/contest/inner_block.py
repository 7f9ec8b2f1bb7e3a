# The inner block fails, the outer one goes on.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from aplomb.consistency import concurrently, invariant, table
users = table("users", {"email": ""}, rows={}, unique=["email"])
audit = table("audit", {"who": 0}, rows={})
def sign_up(who):
    with psycopg.connect() as conn:
        with conn.transaction():
            try:
                with conn.transaction():
                    conn.execute("INSERT INTO users (id, email) VALUES (%s, 'ann')", (who,))
            except psycopg.errors.UniqueViolation:
                pass
            conn.execute("INSERT INTO audit (id, who) VALUES (%s, %s)", (who, who))
concurrently(lambda: sign_up(1), lambda: sign_up(2))
@invariant
def all_is_noted():
    return audit.count(lambda it: True) == 2 and users.count(lambda it: True) == 1
