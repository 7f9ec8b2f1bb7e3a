# DynamoDB, low-level client: points are taken if there are enough of them.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3

from aplomb.consistency import concurrently, invariant, table

points = table("points", {"balance": 0}, rows={"ada": {"balance": 100}}, key="member")
client = boto3.client("dynamodb")


def spend(member: str, amount: int) -> bool:
    try:
        client.update_item(
            TableName="points",
            Key={"member": {"S": member}},
            UpdateExpression="SET balance = balance - :amount",
            ConditionExpression="balance >= :amount",
            ExpressionAttributeValues={":amount": {"N": str(amount)}},
        )
        return True
    except client.exceptions.ConditionalCheckFailedException:
        return False


first, second = concurrently(lambda: spend("ada", 70), lambda: spend("ada", 60))


@invariant
def what_was_granted_was_taken() -> bool:
    taken = (70 if first else 0) + (60 if second else 0)
    return points.read("ada")["balance"] == 100 - taken and taken > 0
