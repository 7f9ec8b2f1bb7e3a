import json
import os
from decimal import Decimal

import boto3

orders = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])


def handler(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"], parse_float=Decimal)
        orders.put_item(
            Item={
                "order_id": order["id"],
                "day": order["placedAt"][:10],
                "region": order["region"],
                "total": order["total"],
            }
        )
