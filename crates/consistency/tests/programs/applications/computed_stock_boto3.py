# the same stock, computed by the client and guarded by a condition on what was read
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3
from aplomb.consistency import concurrently, invariant, table

client = boto3.client("dynamodb")
stock = table("stock", {"n": 0}, rows={"apples": {"n": 1}})


def buy():
    found = client.get_item(TableName="stock", Key={"id": {"S": "apples"}}, ConsistentRead=True)
    n = int(found["Item"]["n"]["N"])
    if n < 1:
        return 0
    try:
        client.put_item(
            TableName="stock",
            Item={"id": {"S": "apples"}, "n": {"N": str(n - 1)}},
            ConditionExpression="n = :n",
            ExpressionAttributeValues={":n": {"N": str(n)}},
        )
    except client.exceptions.ConditionalCheckFailedException:
        return 0
    return 1


first, second = concurrently(buy, buy)


@invariant
def what_is_sold_is_gone():
    return stock.read("apples")["n"] == 1 - first - second
