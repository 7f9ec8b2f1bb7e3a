"""Two courses are scheduled into two slots, either of which may be taken already."""

from aplomb.consistency import assume, concurrently, integer, invariant, table, transaction, variable

OTHER = 3
taken1 = integer("taken1", 0)
taken2 = integer("taken2", 0)
assume(taken1 in (0, OTHER) and taken2 in (0, OTHER))

slots = [variable("slot1", taken1), variable("slot2", taken2)]
timetable = table("timetable", 0)


@transaction
def schedule(course: int, preferred: int) -> None:
    first, second = slots[0].read(), slots[1].read()
    if first == 0 and (second != 0 or preferred == 1):
        slots[0].write(course)
        timetable.write(course, 1)
    elif second == 0:
        slots[1].write(course)
        timetable.write(course, 2)


preferred1 = integer("preferred1", 1)
preferred2 = integer("preferred2", 1)


@invariant
def no_slot_is_used_twice() -> bool:
    one, two = timetable.read(1), timetable.read(2)
    return one == 0 or two == 0 or one != two


concurrently(lambda: schedule(1, preferred1), lambda: schedule(2, preferred2))
