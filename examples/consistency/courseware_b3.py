"""Enrolment needs the student and the course."""

from aplomb.consistency import concurrently, invariant, transaction, variable

student = variable("student", False)
course = variable("course", False)
enrolled = variable("enrolled", False)


@transaction
def add_student() -> None:
    student.write(True)


@transaction
def add_course() -> None:
    course.write(True)


@transaction
def enrol() -> None:
    if student.read() and course.read():
        enrolled.write(True)


@invariant
def who_is_enrolled_exists_and_so_does_the_course() -> bool:
    return not enrolled.read() or (student.read() and course.read())


concurrently(add_student, add_course, enrol)
