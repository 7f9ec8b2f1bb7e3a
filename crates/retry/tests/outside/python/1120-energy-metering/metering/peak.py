import os
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr

table = boto3.resource("dynamodb").Table(os.environ["ROLLUP_TABLE"])
Refused = table.meta.client.exceptions.ConditionalCheckFailedException


def handler(event, context):
    for record in event["Records"]:
        if record["eventName"] == "REMOVE":
            continue
        image = record["dynamodb"]["NewImage"]
        kwh = Decimal(image["kwh"]["N"])
        try:
            table.update_item(
                Key={"pk": f"peak#{image['meter']['S']}"},
                UpdateExpression="SET peak = :kwh",
                ConditionExpression=Attr("peak").not_exists() | Attr("peak").lt(kwh),
                ExpressionAttributeValues={":kwh": kwh},
            )
        except Refused:
            pass
