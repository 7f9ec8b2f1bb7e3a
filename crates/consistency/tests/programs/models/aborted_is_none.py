# ✓✓✓✓✓✓✓✓✓✓✓✓✓ what an aborted transaction gives is None
from aplomb.consistency import abort, concurrently, invariant, transaction, variable

stock = variable("stock", 0)


@transaction
def buy():
    left = stock.read()
    if left < 1:
        abort("sold out")
    stock.write(left - 1)
    return left


first, second = concurrently(buy, lambda: buy())


@invariant
def nobody_bought():
    return first is None and second is None and not (first is not None)
