# ✓✓✓✓✗✗✓✗✓✓✗✗✗ DynamoDB: a name is taken once
# dynamodb:strong ✓
import boto3
from botocore.exceptions import ClientError
from aplomb.consistency import concurrently, invariant, table

store = boto3.resource("dynamodb").Table("names")


def take(who):
    try:
        store.put_item(
            Item={"name": "x", "owner": who},
            ConditionExpression="attribute_not_exists(#n)",
            ExpressionAttributeNames={"#n": "name"},
        )
        return True
    except ClientError:
        return False


names = table("names", {"owner": 0}, key="name", rows={})
first, second = concurrently(lambda: take(1), lambda: take(2))


@invariant
def taken_once():
    return not (first and second)
