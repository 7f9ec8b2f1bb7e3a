# A transfer as one transaction of DynamoDB.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3

from aplomb.consistency import concurrently, invariant, table

client = boto3.client("dynamodb")
accounts = table(
    "accounts", {"balance": 0}, rows={"a": {"balance": 60}, "b": {"balance": 40}}, key="id"
)


def transfer(source: str, target: str, amount: str) -> bool:
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Update": {
                        "TableName": "accounts",
                        "Key": {"id": {"S": source}},
                        "UpdateExpression": "SET balance = balance - :amount",
                        "ConditionExpression": "balance >= :amount",
                        "ExpressionAttributeValues": {":amount": {"N": amount}},
                    }
                },
                {
                    "Update": {
                        "TableName": "accounts",
                        "Key": {"id": {"S": target}},
                        "UpdateExpression": "SET balance = balance + :amount",
                        "ExpressionAttributeValues": {":amount": {"N": amount}},
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException:
        return False
    return True


concurrently(lambda: transfer("a", "b", "50"), lambda: transfer("a", "b", "50"))


@invariant
def no_money_is_made_and_nobody_is_overdrawn() -> bool:
    first, second = accounts.read("a")["balance"], accounts.read("b")["balance"]
    return first + second == 100 and first >= 0
