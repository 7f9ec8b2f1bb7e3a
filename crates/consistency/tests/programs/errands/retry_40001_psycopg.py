# Two people share a budget of 100; who is refused with 40001 tries again.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table

expenses = table("expenses", {"amount": 0}, rows={1: {"amount": 40}})


def spend(number: int, amount: int) -> None:
    conn = psycopg.connect("dbname=home")
    conn.isolation_level = psycopg.IsolationLevel.SERIALIZABLE
    while True:
        try:
            with conn.transaction():
                spent = conn.execute("SELECT COALESCE(SUM(amount), 0) FROM expenses").fetchone()[0]
                if spent + amount <= 100:
                    conn.execute(
                        "INSERT INTO expenses (id, amount) VALUES (%s, %s)", (number, amount)
                    )
            return
        except psycopg.errors.SerializationFailure:
            continue


concurrently(lambda: spend(2, 40), lambda: spend(3, 50))


@invariant
def within_the_budget() -> bool:
    two, three = expenses.read(2), expenses.read(3)
    return 40 + (0 if two is None else two["amount"]) + (0 if three is None else three["amount"]) <= 100
