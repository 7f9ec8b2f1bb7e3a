# DynamoDB: an account and the claim of its address are put together or not at all.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3

from aplomb.consistency import concurrently, invariant, table

accounts = table("accounts", {"active": 0}, rows=[], key="name")
addresses = table("addresses", {"active": 0}, rows=[], key="address")
client = boto3.client("dynamodb")


def register(name: str, address: str) -> bool:
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": "accounts",
                        "Item": {"name": {"S": name}, "active": {"N": "1"}},
                        "ConditionExpression": "attribute_not_exists(#name)",
                        "ExpressionAttributeNames": {"#name": "name"},
                    }
                },
                {
                    "Put": {
                        "TableName": "addresses",
                        "Item": {"address": {"S": address}, "active": {"N": "1"}},
                        "ConditionExpression": "attribute_not_exists(address)",
                    }
                },
            ]
        )
        return True
    except client.exceptions.TransactionCanceledException:
        return False


first, second = concurrently(
    lambda: register("ada", "a@example.org"), lambda: register("bob", "a@example.org")
)


@invariant
def one_account_for_the_address() -> bool:
    ada = accounts.read("ada") is not None
    bob = accounts.read("bob") is not None
    return ada != bob and ada == first and bob == second
