# The same with a condition: who comes second is refused.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3
from botocore.exceptions import ClientError

from aplomb.consistency import concurrently, invariant, table

seats = table("seats", {"guest": 0}, rows={"7A": {"guest": 0}}, key="seat")
store = boto3.resource("dynamodb").Table("seats")


def reserve(seat: str, guest: int) -> bool:
    try:
        store.update_item(
            Key={"seat": seat},
            UpdateExpression="SET guest = :guest",
            ConditionExpression="guest = :free",
            ExpressionAttributeValues={":guest": guest, ":free": 0},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise
    return True


first, second = concurrently(lambda: reserve("7A", 1), lambda: reserve("7A", 2))


@invariant
def one_of_them_has_the_seat() -> bool:
    return first != second and (seats.read("7A")["guest"] == 1) == first
