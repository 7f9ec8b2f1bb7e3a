import json
import os
from decimal import Decimal

import boto3

table = boto3.resource("dynamodb").Table(os.environ["SALES"])


def handler(event, context):
    for record in event["Records"]:
        sale = json.loads(record["body"], parse_float=Decimal)
        table.put_item(
            Item={"id": record["messageId"], "region": sale["region"], "amount": sale["amount"]}
        )
