# DynamoDB: a draft is read, perhaps from the past, and stored if its version is still the one that was read.
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3
from botocore.exceptions import ClientError

from aplomb.consistency import concurrently, invariant, table

drafts = table("drafts", {"version": 0, "words": 0}, rows={"d": {"version": 1, "words": 10}}, key="draft")
client = boto3.client("dynamodb")


def extend(draft: str, words: int) -> bool:
    item = client.get_item(TableName="drafts", Key={"draft": {"S": draft}})["Item"]
    version = int(item["version"]["N"])
    try:
        client.put_item(
            TableName="drafts",
            Item={
                "draft": {"S": draft},
                "version": {"N": str(version + 1)},
                "words": {"N": str(int(item["words"]["N"]) + words)},
            },
            ConditionExpression="version = :version",
            ExpressionAttributeValues={":version": {"N": str(version)}},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise
    return True


first, second = concurrently(lambda: extend("d", 5), lambda: extend("d", 7))


@invariant
def every_success_counts() -> bool:
    words = 10 + (5 if first else 0) + (7 if second else 0)
    return drafts.read("d")["words"] == words
