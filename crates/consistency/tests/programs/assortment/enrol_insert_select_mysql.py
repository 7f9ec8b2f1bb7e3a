# An INSERT ... SELECT counts the places by itself (InnoDB).
# mysql:read-committed ✗
# mysql:repeatable-read ✓
# mysql:serializable ✓
# mariadb:read-committed ✗
# mariadb:repeatable-read ✓
# mariadb:snapshot-isolation ✓
import mysql.connector
from aplomb.consistency import concurrently, invariant, table


def enrol(student: int, course: int) -> bool:
    conn = mysql.connector.connect(host="localhost", database="school")
    cur = conn.cursor()
    cur.execute(
        "INSERT INTO enrolments (student, course) "
        "SELECT %s, c.id FROM courses c WHERE c.id = %s "
        "AND (SELECT COUNT(*) FROM enrolments e WHERE e.course = c.id) < c.places",
        (student, course),
    )
    enrolled = cur.rowcount == 1
    conn.commit()
    cur.close()
    conn.close()
    return enrolled


courses = table("courses", {"places": 0}, rows={1: {"places": 1}})
enrolments = table("enrolments", {"course": 0}, key="student", rows={})

one, other = concurrently(lambda: enrol(31, 1), lambda: enrol(32, 1))


@invariant
def the_place_is_given_once() -> bool:
    return not (one and other)
