import json
import os
from decimal import ROUND_HALF_UP, Decimal

import boto3

dynamodb = boto3.resource("dynamodb")
prices = dynamodb.Table(os.environ["PRICES"])
CENT = Decimal("0.01")


def project(event, context):
    detail = event["detail"]
    net = Decimal(str(detail["net"]))
    gross = (net * Decimal("1.19")).quantize(CENT, rounding=ROUND_HALF_UP)
    try:
        prices.put_item(
            Item={"sku": detail["sku"], "net": net, "gross": gross, "version": detail["version"]},
            ConditionExpression="attribute_not_exists(sku) OR version < :version",
            ExpressionAttributeValues={":version": detail["version"]},
        )
    except dynamodb.meta.client.exceptions.ConditionalCheckFailedException:
        print(f"version {detail['version']} of {detail['sku']} is not news")


def price(event, context):
    found = prices.get_item(Key={"sku": event["pathParameters"]["sku"]})
    if "Item" not in found:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"gross": str(found["Item"]["gross"])})}
