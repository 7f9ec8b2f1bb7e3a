# A counter that DynamoDB itself adds to.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3

from aplomb.consistency import concurrently, invariant, table

client = boto3.client("dynamodb")
pages = table("pages", {"hits": 0}, rows={"home": {"hits": 0}}, key="page")


def hit(page: str) -> None:
    client.update_item(
        TableName="pages",
        Key={"page": {"S": page}},
        UpdateExpression="SET hits = hits + :one",
        ExpressionAttributeValues={":one": {"N": "1"}},
    )


concurrently(lambda: hit("home"), lambda: hit("home"))


@invariant
def every_hit_counts() -> bool:
    return pages.read("home")["hits"] == 2
