# Money moves between two items in one TransactWriteItems with a condition (boto3, low-level client).
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3

from aplomb.consistency import assume, concurrently, integer, invariant, table

client = boto3.client("dynamodb")


def transfer(source: str, target: str, amount: int) -> bool:
    values = {":amount": {"N": str(amount)}}
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Update": {
                        "TableName": "accounts",
                        "Key": {"id": {"S": source}},
                        "UpdateExpression": "SET balance = balance - :amount",
                        "ConditionExpression": "balance >= :amount",
                        "ExpressionAttributeValues": values,
                    }
                },
                {
                    "Update": {
                        "TableName": "accounts",
                        "Key": {"id": {"S": target}},
                        "UpdateExpression": "SET balance = balance + :amount",
                        "ExpressionAttributeValues": values,
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException:
        return False
    return True


accounts = table("accounts", {"balance": 0}, rows={"a": {"balance": 60}, "b": {"balance": 40}})
first, second = integer("first", 50), integer("second", 30)
assume(first > 0 and second > 0)

one, other = concurrently(lambda: transfer("a", "b", first), lambda: transfer("a", "b", second))


@invariant
def money_is_neither_lost_nor_borrowed() -> bool:
    a, b = accounts.read("a")["balance"], accounts.read("b")["balance"]
    moved = (first if one else 0) + (second if other else 0)
    return a >= 0 and a == 60 - moved and b == 40 + moved
