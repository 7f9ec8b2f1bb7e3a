# A ticket is sold once: the update has a condition, and who fails is told.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3
from botocore.exceptions import ClientError

from aplomb.consistency import concurrently, invariant, table

tickets = table("tickets", {"owner": 0}, rows={"a1": {"owner": 0}}, key="code")
dynamodb = boto3.client("dynamodb")


def buy(code: str, owner: int) -> bool:
    try:
        dynamodb.update_item(
            TableName="tickets",
            Key={"code": {"S": code}},
            UpdateExpression="SET #o = :o",
            ConditionExpression="#o = :nobody",
            ExpressionAttributeNames={"#o": "owner"},
            ExpressionAttributeValues={":o": {"N": str(owner)}, ":nobody": {"N": "0"}},
        )
        return True
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise


ada, bob = concurrently(lambda: buy("a1", 1), lambda: buy("a1", 2))


@invariant
def sold_to_one() -> bool:
    return ada != bob
