# A cart becomes an order: read first, then one transaction with a condition on what was read.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3
from botocore.exceptions import ClientError

from aplomb.consistency import concurrently, invariant, table

carts = table("carts", {"version": 0, "total": 0}, rows={"c1": {"version": 1, "total": 30}}, key="cart")
sales = table("sales", {"total": 0, "orders": 0}, rows={"today": {"total": 0, "orders": 0}}, key="day")
client = boto3.client("dynamodb")


def order(cart: str) -> bool:
    item = client.get_item(TableName="carts", Key={"cart": {"S": cart}})["Item"]
    version, total = item["version"]["N"], item["total"]["N"]
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Update": {
                        "TableName": "carts",
                        "Key": {"cart": {"S": cart}},
                        "UpdateExpression": "SET version = version + :one, total = :none",
                        "ConditionExpression": "version = :version",
                        "ExpressionAttributeValues": {
                            ":one": {"N": "1"},
                            ":none": {"N": "0"},
                            ":version": {"N": version},
                        },
                    }
                },
                {
                    "Update": {
                        "TableName": "sales",
                        "Key": {"day": {"S": "today"}},
                        "UpdateExpression": "SET total = total + :total, orders = orders + :one",
                        "ExpressionAttributeValues": {":total": {"N": total}, ":one": {"N": "1"}},
                    }
                },
            ]
        )
        return True
    except ClientError as error:
        if error.response["Error"]["Code"] == "TransactionCanceledException":
            return False
        raise


concurrently(lambda: order("c1"), lambda: order("c1"))


@invariant
def what_is_in_the_cart_is_sold_once() -> bool:
    return sales.read("today")["total"] == 30
