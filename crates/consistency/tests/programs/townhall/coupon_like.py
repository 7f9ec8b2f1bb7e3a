# A customer gets one coupon of the summer: those that begin so are counted.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table


def redeem(customer: int, code: str) -> bool:
    with psycopg.connect("dbname=shop") as connection:
        cursor = connection.execute(
            "SELECT COUNT(*) FROM coupons WHERE customer = %s AND code LIKE 'SUMMER%%'",
            (customer,),
        )
        (n,) = cursor.fetchone()
        if n > 0:
            return False
        connection.execute(
            "INSERT INTO coupons (customer, code) VALUES (%s, %s)", (customer, code)
        )
        return True


coupons = table(
    "coupons", {"customer": 0, "code": ""}, rows={1: {"customer": 7, "code": "WINTER1"}}
)

concurrently(lambda: redeem(7, "SUMMER1"), lambda: redeem(7, "SUMMER2"))


@invariant
def one_coupon_of_the_summer() -> bool:
    return coupons.count(lambda row: row["code"] == "SUMMER1" or row["code"] == "SUMMER2") <= 1
