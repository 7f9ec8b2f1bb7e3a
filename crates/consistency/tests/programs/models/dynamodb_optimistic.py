# ✓✓✓✓✓✓✓✓✓✓✓✓✓ DynamoDB: optimistic locking, after a read that may be stale
# dynamodb:strong ✓
import boto3
from botocore.exceptions import ClientError
from aplomb.consistency import assume, concurrently, integer, invariant, table

client = boto3.resource("dynamodb")
accounts_store = client.Table("accounts")


def withdraw(name, amount):
    found = accounts_store.get_item(Key={"id": name})
    balance = found["Item"]["balance"]
    if balance < amount:
        return False
    accounts_store.update_item(
        Key={"id": name},
        UpdateExpression="SET balance = :new",
        ConditionExpression="balance = :old",
        ExpressionAttributeValues={":new": balance - amount, ":old": balance},
    )
    return True


accounts = table("accounts", {"balance": 0}, rows={"alice": {"balance": 100}})
a, b = integer("a", 70), integer("b", 80)
assume(a > 0 and b > 0)


@invariant
def not_overdrawn():
    return accounts.read("alice")["balance"] >= 0


concurrently(lambda: withdraw("alice", a), lambda: withdraw("alice", b))
