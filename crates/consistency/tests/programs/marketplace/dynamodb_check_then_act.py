# Two consistent reads, a decision, and an update that has no condition (boto3).
# dynamodb:eventual ✗ nothing protects what is computed between requests
# dynamodb:strong ✗ nothing protects what is computed between requests
import boto3

from aplomb.consistency import assume, concurrently, integer, invariant, table

accounts = boto3.resource("dynamodb").Table("accounts")


def balance(account: str) -> int:
    return accounts.get_item(Key={"id": account}, ConsistentRead=True)["Item"]["balance"]


def withdraw(account: str, amount: int) -> bool:
    if balance("savings") + balance("current") < amount:
        return False
    accounts.update_item(
        Key={"id": account},
        UpdateExpression="SET balance = balance - :amount",
        ExpressionAttributeValues={":amount": amount},
    )
    return True


model = table(
    "accounts", {"balance": 0}, rows={"savings": {"balance": 60}, "current": {"balance": 40}}
)
first, second = integer("first", 70), integer("second", 80)
assume(first > 0 and second > 0)


@invariant
def not_overdrawn_together() -> bool:
    return model.read("savings")["balance"] + model.read("current")["balance"] >= 0


concurrently(lambda: withdraw("savings", first), lambda: withdraw("current", second))
