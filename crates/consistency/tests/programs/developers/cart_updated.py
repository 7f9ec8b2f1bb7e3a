# DynamoDB: the same in one request.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3

from aplomb.consistency import concurrently, invariant, table

carts = table("carts", {"items": 0}, rows={"ada": {"items": 1}})
store = boto3.resource("dynamodb").Table("carts")


def add(customer: str) -> None:
    store.update_item(
        Key={"id": customer},
        UpdateExpression="SET #items = #items + :one",
        ExpressionAttributeNames={"#items": "items"},
        ExpressionAttributeValues={":one": 1},
    )


concurrently(lambda: add("ada"), lambda: add("ada"))


@invariant
def both_are_there() -> bool:
    return carts.read("ada")["items"] == 3
