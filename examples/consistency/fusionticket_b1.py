"""The first ticket costs 17, later ones 27."""

from aplomb.consistency import concurrently, invariant, transaction, variable

sold = variable("sold", 0)
revenue = variable("revenue", 0)


@transaction
def buy() -> None:
    count, earned = sold.read(), revenue.read()
    sold.write(count + 1)
    revenue.write(earned + (17 if count < 1 else 27))


@invariant
def every_purchase_is_paid_for() -> bool:
    return revenue.read() == 17 + 27 + 27


concurrently(buy, buy, buy)
