# DynamoDB: what is left is read, consistently, and taken without a condition.
# dynamodb:eventual ✗
# dynamodb:strong ✗
import boto3

from aplomb.consistency import concurrently, invariant, table

events = table("events", {"left_over": 0}, rows={"concert": {"left_over": 1}}, key="name")
client = boto3.client("dynamodb")


def buy(event: str) -> bool:
    answer = client.get_item(TableName="events", Key={"name": {"S": event}}, ConsistentRead=True)
    if int(answer["Item"]["left_over"]["N"]) < 1:
        return False
    client.update_item(
        TableName="events",
        Key={"name": {"S": event}},
        UpdateExpression="SET left_over = left_over - :one",
        ExpressionAttributeValues={":one": {"N": "1"}},
    )
    return True


concurrently(lambda: buy("concert"), lambda: buy("concert"))


@invariant
def nothing_is_sold_twice() -> bool:
    return events.read("concert")["left_over"] >= 0
