# Items are added to a budget as long as their SUM stays below its ceiling; of no items, the SUM is NULL.
# postgres:read-committed ✗ serially: NULL + 10 <= 100 is not true, so nothing is ever inserted
# postgres:repeatable-read ✗ serially
# postgres:serializable ✗ serially
import psycopg

from aplomb.consistency import concurrently, invariant, table

DSN = "postgresql://localhost/budget"

budgets = table("budgets", {"ceiling": 0}, rows={1: {"ceiling": 100}})
budget_items = table("budget_items", {"budget": 0, "amount": 0}, rows={})


def spend(budget: int, amount: int) -> bool:
    with psycopg.connect(DSN) as conn:
        cur = conn.execute(
            "INSERT INTO budget_items (budget, amount)"
            " SELECT b.id, %s FROM budgets b WHERE b.id = %s"
            " AND (SELECT SUM(i.amount) FROM budget_items i WHERE i.budget = b.id) + %s <= b.ceiling",
            (amount, budget, amount),
        )
        return cur.rowcount == 1


@invariant
def something_was_bought() -> bool:
    return budget_items.exists(lambda item: item["budget"] == 1)


concurrently(lambda: spend(1, 10), lambda: spend(1, 20))
