# unknown selects items by more than their key
import boto3
from boto3.dynamodb.conditions import Key
from aplomb.consistency import concurrently, invariant, table

store = boto3.resource("dynamodb").Table("orders")
orders = table("orders", {"n": 0}, rows={"a": {"n": 0}})


def look():
    return store.query(KeyConditionExpression=Key("id").eq("a"))["Items"]


concurrently(look)


@invariant
def anything():
    return orders.read("a")["n"] == 0
