# Receipts belong to the batch that is open. The batch is closed, and then its total is reported: from
# then on it must not change. (The read-only anomaly of Fekete, O'Neil and O'Neil.)
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg2

from aplomb.consistency import concurrently, integer, invariant, table


def add_receipt(connection, amount: int) -> None:
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT batch FROM control WHERE id = 1")
        (batch,) = cursor.fetchone()
        cursor.execute("INSERT INTO receipts (batch, amount) VALUES (%s, %s)", (batch, amount))


def close_batch(connection) -> None:
    with connection, connection.cursor() as cursor:
        cursor.execute("UPDATE control SET batch = batch + 1 WHERE id = 1")


def report(connection) -> int:
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT batch FROM control WHERE id = 1")
        (batch,) = cursor.fetchone()
        cursor.execute(
            "SELECT COALESCE(SUM(amount), 0) FROM receipts WHERE batch = %s", (batch - 1,)
        )
        (total,) = cursor.fetchone()
        return total


def shop() -> None:
    add_receipt(psycopg2.connect("dbname=shop"), integer("amount", 20))


def office() -> int:
    connection = psycopg2.connect("dbname=shop")
    close_batch(connection)
    return report(connection)


control = table("control", {"batch": 1}, rows=[1])
receipts = table("receipts", {"batch": 0, "amount": 0}, rows={1: {"batch": 1, "amount": 5}})

_, reported = concurrently(shop, office)


@invariant
def what_was_reported_stays() -> bool:
    return receipts.sum(lambda row: row["amount"] if row["batch"] == 1 else 0) == reported
