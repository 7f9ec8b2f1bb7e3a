# sqs aggregator
# aggregate: unsafe alone, unsafe together

import json

import boto3

totals = boto3.resource("dynamodb").Table("totals")


def aggregate(event, context):
    for record in event["Records"]:
        reading = json.loads(record["body"])
        totals.update_item(
            Key={"station": reading["station"]},
            UpdateExpression="ADD rain :rain",
            ExpressionAttributeValues={":rain": reading["rain"]},
        )
