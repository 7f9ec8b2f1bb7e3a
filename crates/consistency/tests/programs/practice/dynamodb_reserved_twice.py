# A seat is looked up, consistently, and then taken by another request.
# dynamodb:eventual ✗
# dynamodb:strong ✗
import boto3

from aplomb.consistency import concurrently, invariant, table

seats = table("seats", {"guest": 0}, rows={"7A": {"guest": 0}}, key="seat")
store = boto3.resource("dynamodb").Table("seats")


def reserve(seat: str, guest: int) -> bool:
    item = store.get_item(Key={"seat": seat}, ConsistentRead=True)["Item"]
    if item["guest"] != 0:
        return False
    store.update_item(
        Key={"seat": seat},
        UpdateExpression="SET guest = :guest",
        ExpressionAttributeValues={":guest": guest},
    )
    return True


first, second = concurrently(lambda: reserve("7A", 1), lambda: reserve("7A", 2))


@invariant
def one_of_them_has_the_seat() -> bool:
    return not (first and second)
