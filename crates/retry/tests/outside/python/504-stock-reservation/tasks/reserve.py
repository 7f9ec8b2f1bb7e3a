import os

import boto3
from botocore.exceptions import ClientError

from errors import OutOfStock

table = boto3.resource("dynamodb").Table(os.environ["STOCK_TABLE"])


def take(sku: str, quantity: int) -> None:
    try:
        table.update_item(
            Key={"sku": sku},
            UpdateExpression="SET available = available - :q",
            ConditionExpression="attribute_exists(sku) AND available >= :q",
            ExpressionAttributeValues={":q": quantity},
        )
    except ClientError as e:
        if e.response["Error"]["Code"] == "ConditionalCheckFailedException":
            raise OutOfStock(sku) from e
        raise


def handler(event, context):
    line = event["line"]
    take(line["sku"], line["quantity"])
    return {"orderId": event["orderId"], "reserved": True}
