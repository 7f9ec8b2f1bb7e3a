# the same stock in DynamoDB, through the low-level client
# dynamodb:eventual ✓
# dynamodb:strong ✓
import boto3
from aplomb.consistency import concurrently, invariant, table

client = boto3.client("dynamodb")
stock = table("stock", {"n": 0}, rows={"apples": {"n": 1}})


def buy():
    try:
        client.update_item(
            TableName="stock",
            Key={"id": {"S": "apples"}},
            UpdateExpression="SET n = n - :one",
            ConditionExpression="n >= :one",
            ExpressionAttributeValues={":one": {"N": "1"}},
        )
        return True
    except client.exceptions.ConditionalCheckFailedException:
        return False


first, second = concurrently(buy, buy)


@invariant
def one_of_them_has_it():
    return stock.read("apples")["n"] == 0 and first != second
