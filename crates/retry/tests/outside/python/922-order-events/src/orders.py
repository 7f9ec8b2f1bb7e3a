import json
import os
from dataclasses import asdict, dataclass

import boto3
from botocore.exceptions import ClientError

orders = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])
events = boto3.client("events")


@dataclass
class Order:
    orderId: str
    customer: str
    total: int


def place(event, context):
    body = json.loads(event["body"])
    order = Order(event["pathParameters"]["orderId"], body["customer"], int(body["total"]))
    try:
        orders.put_item(
            Item=asdict(order), ConditionExpression="attribute_not_exists(orderId)"
        )
    except ClientError as e:
        if e.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    events.put_events(
        Entries=[
            {
                "EventBusName": os.environ["BUS_NAME"],
                "Source": "shop.orders",
                "DetailType": "OrderPlaced",
                "Detail": json.dumps(asdict(order)),
            }
        ]
    )
    return {"statusCode": 201, "body": json.dumps({"orderId": order.orderId})}
