# The same DELETE and INSERT on InnoDB, where the row that comes back is the one that was waited for (pymysql).
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql
from pymysql.err import IntegrityError

from aplomb.consistency import concurrently, invariant, table


def save(user_id: int, theme: str) -> bool:
    conn = pymysql.connect(host="localhost", user="app", database="app")
    try:
        with conn.cursor() as cur:
            cur.execute("DELETE FROM settings WHERE user_id = %s", (user_id,))
            cur.execute(
                "INSERT INTO settings (user_id, theme) VALUES (%(user)s, %(theme)s)",
                {"user": user_id, "theme": theme},
            )
        conn.commit()
        return True
    except IntegrityError:
        conn.rollback()
        return False
    finally:
        conn.close()


settings = table("settings", {"theme": ""}, key="user_id", rows={7: {"theme": "light"}})

one, other = concurrently(lambda: save(7, "dark"), lambda: save(7, "blue"))


@invariant
def nobody_is_refused() -> bool:
    return one and other


@invariant
def the_settings_are_there() -> bool:
    return settings.read(7) is not None
