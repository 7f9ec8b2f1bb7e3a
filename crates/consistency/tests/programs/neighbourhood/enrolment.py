# A course with one place: INSERT ... SELECT with the capacity as its condition, in MySQL.
# mysql:read-committed ✗ the SELECT part reads a snapshot without locks: A inserts (not committed), B counts 0 and inserts, both commit
# mysql:repeatable-read ✓ INSERT ... SELECT locks what it reads, gaps too: the two inserts deadlock, the victim runs again and counts 1
# mysql:serializable ✓
import mysql.connector

from aplomb.consistency import concurrently, integer, invariant, table

courses = table("courses", {"capacity": 0}, rows={1: {"capacity": 1}})
enrolments = table("enrolments", {"course": 0, "student": 0}, rows={})


def enrol(course: int, student: int) -> bool:
    conn = mysql.connector.connect(host="localhost", user="school", database="school")
    try:
        cur = conn.cursor()
        cur.execute(
            "INSERT INTO enrolments (course, student)"
            " SELECT c.id, %s FROM courses c WHERE c.id = %s"
            " AND (SELECT COUNT(*) FROM enrolments e WHERE e.course = c.id) < c.capacity",
            (student, course),
        )
        enrolled = cur.rowcount == 1
        conn.commit()
        return enrolled
    finally:
        conn.close()


@invariant
def not_overbooked() -> bool:
    return enrolments.count(lambda row: row["course"] == 1) <= 1


concurrently(lambda: enrol(1, integer("ann", 11)), lambda: enrol(1, integer("bob", 12)))
