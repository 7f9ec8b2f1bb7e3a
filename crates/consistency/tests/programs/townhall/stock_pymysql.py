# The guard stands in the UPDATE, and the number of rows says whether there was enough.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
# mariadb:read-committed ✓
# mariadb:repeatable-read ✓
# mariadb:snapshot-isolation ✓
import pymysql

from aplomb.consistency import assume, concurrently, integer, invariant, table


def order(sku: str, quantity: int) -> bool:
    connection = pymysql.connect(host="localhost", database="shop")
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE stock SET pieces = pieces - %s WHERE sku = %s AND pieces >= %s",
                (quantity, sku, quantity),
            )
            if cursor.rowcount == 0:
                connection.rollback()
                return False
            cursor.execute("INSERT INTO sales (sku, quantity) VALUES (%s, %s)", (sku, quantity))
        connection.commit()
        return True
    finally:
        connection.close()


stock = table("stock", {"pieces": 0}, rows={"pen": {"pieces": 10}}, key="sku")
sales = table("sales", {"sku": "", "quantity": 0}, rows=[])

first = integer("first", 7)
second = integer("second", 6)
assume(first > 0 and second > 0)

concurrently(lambda: order("pen", first), lambda: order("pen", second))


@invariant
def never_below_zero() -> bool:
    return stock.read("pen")["pieces"] >= 0


@invariant
def what_is_gone_was_sold() -> bool:
    return stock.read("pen")["pieces"] + sales.sum(lambda sale: sale["quantity"]) == 10
