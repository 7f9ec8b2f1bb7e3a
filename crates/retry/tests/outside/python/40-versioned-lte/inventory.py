"""Levels from the warehouse. An event that is not older than what we have wins."""
import json

import boto3
from boto3.dynamodb.conditions import Attr
from botocore.exceptions import ClientError

inventory = boto3.resource("dynamodb").Table("inventory")


def on_stock(event, context):
    for record in event["Records"]:
        level = json.loads(record["body"])
        try:
            inventory.put_item(
                Item={"sku": level["sku"], "quantity": level["quantity"], "second": level["second"]},
                ConditionExpression=Attr("sku").not_exists() | Attr("second").lte(level["second"]),
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise


def available(event, context):
    item = inventory.get_item(Key={"sku": event["pathParameters"]["sku"]}).get("Item")
    quantity = int(item["quantity"]) if item else 0
    return {"statusCode": 200, "body": json.dumps({"quantity": quantity})}
