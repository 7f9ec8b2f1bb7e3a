# Two shops open; two observers must not disagree about which one was first.
# SER ✓
# SI ✓
# PC ✓
# MYRR ✓
# US ✗
# PSI ✗
# CC ✗
# UA ✗
# RA ✗
# PGRC ✗
# MAV ✗
# RC ✗
# EC ✗
from aplomb.consistency import concurrently, invariant, transaction, variable

north = variable("north", 0)
south = variable("south", 0)


@transaction
def open_north() -> None:
    north.write(1)


@transaction
def open_south() -> None:
    south.write(1)


@transaction
def north_alone() -> bool:
    n = north.read()
    s = south.read()
    return n == 1 and s == 0


@transaction
def south_alone() -> bool:
    n = north.read()
    s = south.read()
    return s == 1 and n == 0


_, _, first, second = concurrently(
    lambda: open_north(), lambda: open_south(), lambda: north_alone(), lambda: south_alone()
)


@invariant
def the_observers_agree() -> bool:
    return not (first and second)
