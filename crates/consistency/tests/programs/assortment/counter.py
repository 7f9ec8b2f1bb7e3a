# Read a counter, write it back.
# SER ✓
# US ✓
# SI ✓
# PSI ✓
# UA ✓
# PC ✗
# CC ✗
# RA ✗
# PGRC ✗
# MYRR ✗
# MAV ✗
# RC ✗
# EC ✗
from aplomb.consistency import concurrently, invariant, transaction, variable

visits = variable("visits", 0)


@transaction
def visit() -> None:
    seen = visits.read()
    visits.write(seen + 1)


@invariant
def every_visit_counts() -> bool:
    return visits.read() == 2


concurrently(lambda: visit(), lambda: visit())
