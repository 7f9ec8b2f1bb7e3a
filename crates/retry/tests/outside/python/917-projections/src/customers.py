import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["CUSTOMERS_TABLE"])


def count(event, context):
    for record in event["Records"]:
        if record["eventName"] != "INSERT":
            continue
        customer_id = record["dynamodb"]["NewImage"]["customerId"]["S"]
        table.update_item(
            Key={"customerId": customer_id},
            UpdateExpression="ADD orderCount :one",
            ExpressionAttributeValues={":one": 1},
        )
