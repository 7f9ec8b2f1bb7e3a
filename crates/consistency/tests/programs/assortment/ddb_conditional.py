# Tickets are sold by a conditional update: the low-level client of boto3.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3
from aplomb.consistency import assume, concurrently, integer, invariant, table

dynamodb = boto3.client("dynamodb")


def reserve(show: str, seats: int) -> bool:
    try:
        dynamodb.update_item(
            TableName="shows",
            Key={"id": {"S": show}},
            UpdateExpression="SET free = free - :n, sold = sold + :n",
            ConditionExpression="free >= :n",
            ExpressionAttributeValues={":n": {"N": str(seats)}},
        )
        return True
    except dynamodb.exceptions.ConditionalCheckFailedException:
        return False


shows = table("shows", {"free": 0, "sold": 0}, rows={"hamlet": {"free": 10, "sold": 0}})

first, second = integer("first", 6), integer("second", 7)
assume(first > 0 and second > 0)

one, other = concurrently(lambda: reserve("hamlet", first), lambda: reserve("hamlet", second))


@invariant
def what_was_promised_is_sold() -> bool:
    return shows.read("hamlet")["sold"] == (first if one else 0) + (second if other else 0)


@invariant
def not_overbooked() -> bool:
    return shows.read("hamlet")["free"] >= 0
