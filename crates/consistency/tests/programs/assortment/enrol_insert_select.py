# An INSERT ... SELECT counts the places by itself (PostgreSQL).
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
from aplomb.consistency import concurrently, invariant, table
from sqlalchemy import create_engine, text

engine = create_engine("postgresql+psycopg://localhost/school")


def enrol(student: int, course: int) -> None:
    with engine.begin() as conn:
        conn.execute(
            text(
                "INSERT INTO enrolments (student, course) "
                "SELECT :student, c.id FROM courses c WHERE c.id = :course "
                "AND (SELECT COUNT(*) FROM enrolments e WHERE e.course = c.id) < c.places"
            ),
            {"student": student, "course": course},
        )


courses = table("courses", {"places": 0}, rows={1: {"places": 1}})
enrolments = table("enrolments", {"course": 0}, key="student", rows={})


@invariant
def not_overbooked() -> bool:
    return enrolments.count(lambda row: row["course"] == 1) <= 1


@invariant
def somebody_is_in() -> bool:
    return enrolments.count(lambda row: row["course"] == 1) >= 1


concurrently(lambda: enrol(31, 1), lambda: enrol(32, 1))
