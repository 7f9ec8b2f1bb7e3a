import json
import os

import boto3

from inventory.domain import Conflict, Stock
from inventory.repository import StockRepository

repository = StockRepository(boto3.resource("dynamodb").Table(os.environ["INVENTORY_TABLE"]))


def adjust(event, context):
    for record in event["Records"]:
        message = json.loads(record["body"])
        stock = repository.load(message["sku"])
        # A conflict fails the message, and the queue brings it again.
        repository.save_after(stock.adjusted(message["delta"]), seen=stock.version)


def set_level(event, context):
    for record in event["Records"]:
        count = json.loads(record["Sns"]["Message"])
        try:
            repository.save_newer(Stock(count["sku"], count["level"], count["version"]))
        except Conflict:
            print("outdated count", count["sku"], count["version"])


def level(event, context):
    stock = repository.load(event["pathParameters"]["sku"])
    return {"statusCode": 200, "body": json.dumps({"sku": stock.sku, "level": stock.level})}
