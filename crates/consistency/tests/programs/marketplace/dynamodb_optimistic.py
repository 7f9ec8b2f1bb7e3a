# An item is read (eventually consistent), and written if its revision is still the same (boto3).
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3
from botocore.exceptions import ClientError

from aplomb.consistency import concurrently, integer, invariant, table

counters = boto3.resource("dynamodb").Table("counters")


def add(counter: str, n: int) -> bool:
    item = counters.get_item(Key={"id": counter})["Item"]
    try:
        counters.update_item(
            Key={"id": counter},
            UpdateExpression="SET hits = :hits, rev = :next",
            ConditionExpression="rev = :rev",
            ExpressionAttributeValues={
                ":hits": item["hits"] + n,
                ":next": item["rev"] + 1,
                ":rev": item["rev"],
            },
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        return False
    return True


model = table("counters", {"hits": 0, "rev": 0}, rows={"home": {"hits": 0, "rev": 0}})
first, second = integer("first", 2), integer("second", 3)

one, other = concurrently(lambda: add("home", first), lambda: add("home", second))


@invariant
def what_was_confirmed_counts() -> bool:
    return model.read("home")["hits"] == (first if one else 0) + (second if other else 0)
