import boto3
from botocore.exceptions import ClientError

stock = boto3.resource("dynamodb").Table("stock")


class OutOfStock(Exception):
    pass


def handler(event, context):
    sku, order_id = event["sku"], event["orderId"]
    try:
        stock.update_item(
            Key={"sku": sku},
            UpdateExpression="SET available = available - :q ADD orders :ids",
            ConditionExpression="available >= :q AND NOT contains(orders, :id)",
            ExpressionAttributeValues={
                ":q": event["quantity"],
                ":ids": {order_id},
                ":id": order_id,
            },
        )
    except ClientError as e:
        if e.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        item = stock.get_item(Key={"sku": sku}, ConsistentRead=True).get("Item", {})
        if order_id not in item.get("orders", set()):
            raise OutOfStock(sku)
    return {**event, "reserved": True}
