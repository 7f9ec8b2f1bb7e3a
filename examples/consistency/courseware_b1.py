"""Two courses with different ids get the same name."""

from aplomb.consistency import assume, concurrently, invariant, table, text, transaction

names = table("names", "")
ids = [1, 2]


@transaction
def add_course(course: int, name: str) -> None:
    taken = any(names.read(other) == name for other in ids)
    if not taken:
        names.write(course, name)


name1 = text("name1", "Algebra")
name2 = text("name2", "Topology")
assume(name1 != "" and name2 != "")


@invariant
def names_are_unique() -> bool:
    return names.read(1) == "" or names.read(2) == "" or names.read(1) != names.read(2)


concurrently(lambda: add_course(1, name1), lambda: add_course(2, name2))
