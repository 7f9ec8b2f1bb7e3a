# A report adds up two accounts while money moves between them.
# SER ✓
# US ✓
# SI ✓
# PSI ✓
# PC ✓
# CC ✓
# UA ✓
# RA ✓
# MYRR ✓
# PGRC ✗
# MAV ✗
# RC ✗
# EC ✗
from aplomb.consistency import concurrently, integer, invariant, transaction, variable

checking = variable("checking", 80)
savings = variable("savings", 20)


@transaction
def move(amount: int) -> None:
    checking.write(checking.read() - amount)
    savings.write(savings.read() + amount)


@transaction
def report() -> int:
    first = checking.read()
    second = savings.read()
    return first + second


_, total = concurrently(lambda: move(integer("amount", 30)), lambda: report())


@invariant
def the_report_is_right() -> bool:
    return total == 100
