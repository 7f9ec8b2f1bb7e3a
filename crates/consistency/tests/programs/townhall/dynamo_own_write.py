# DynamoDB: a profile is written and read again, without ConsistentRead; the answer may be older than
# the write. That the code does not ask for it is what counts, whatever a model would.
# dynamodb:eventual ✗
# dynamodb:strong ✗
import boto3

from aplomb.consistency import concurrently, invariant, table

dynamodb = boto3.client("dynamodb")


def rename(user: str, color: int) -> int:
    dynamodb.update_item(
        TableName="profiles",
        Key={"id": {"S": user}},
        UpdateExpression="SET color = :color",
        ExpressionAttributeValues={":color": {"N": str(color)}},
    )
    answer = dynamodb.get_item(TableName="profiles", Key={"id": {"S": user}})
    return int(answer["Item"]["color"]["N"])


profiles = table("profiles", {"color": 0}, rows=["ann", "bob"])

ann, bob = concurrently(lambda: rename("ann", 3), lambda: rename("bob", 4))


@invariant
def each_sees_what_it_wrote() -> bool:
    return ann == 3 and bob == 4
