"""A withdrawal is covered by the sum of two accounts."""

from aplomb.consistency import Variable, assume, concurrently, integer, invariant, transaction, variable

savings = integer("savings", 60)
current = integer("current", 40)
assume(savings + current >= 0)

x = variable("savings account", savings)
y = variable("current account", current)


@transaction
def withdraw(account: "Variable[int]", amount: int) -> None:
    if x.read() + y.read() >= amount:
        account.write(account.read() - amount)


amount1 = integer("amount1", 70)
amount2 = integer("amount2", 80)


@invariant
def the_accounts_together_are_not_overdrawn() -> bool:
    return x.read() + y.read() >= 0


concurrently(lambda: withdraw(x, amount1), lambda: withdraw(y, amount2))
