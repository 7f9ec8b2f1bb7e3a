# DynamoDB: a seat belongs to whoever puts it first.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3
from botocore.exceptions import ClientError

from aplomb.consistency import concurrently, invariant, table, text

dynamodb = boto3.client("dynamodb")


def book(seat: str, customer: str) -> int:
    try:
        dynamodb.put_item(
            TableName="bookings",
            Item={"seat": {"S": seat}, "customer": {"S": customer}},
            ConditionExpression="attribute_not_exists(seat)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        return 0
    return 1


bookings = table("bookings", {"customer": text}, rows=[], key="seat")

ann, bob = concurrently(lambda: book("7A", "ann"), lambda: book("7A", "bob"))


@invariant
def one_of_them_has_it() -> bool:
    return ann + bob == 1


@invariant
def it_is_the_one_who_was_told() -> bool:
    owner = bookings.read("7A")["customer"]
    return owner == "ann" if ann == 1 else owner == "bob"
