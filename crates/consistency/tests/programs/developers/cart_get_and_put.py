# DynamoDB: a cart is read, changed and put back.
# dynamodb:eventual ✗
# dynamodb:strong ✗
import boto3

from aplomb.consistency import concurrently, invariant, table

carts = table("carts", {"items": 0}, rows={"ada": {"items": 1}})
store = boto3.resource("dynamodb").Table("carts")


def add(customer: str) -> None:
    cart = store.get_item(Key={"id": customer}, ConsistentRead=True)["Item"]
    store.put_item(Item={"id": customer, "items": cart["items"] + 1})


concurrently(lambda: add("ada"), lambda: add("ada"))


@invariant
def both_are_there() -> bool:
    return carts.read("ada")["items"] == 3
