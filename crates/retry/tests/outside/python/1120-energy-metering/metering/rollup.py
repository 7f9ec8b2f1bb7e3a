import os

import boto3
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")
TABLE = os.environ["ROLLUP_TABLE"]


def handler(event, context):
    for record in event["Records"]:
        if record["eventName"] != "INSERT":
            continue
        image = record["dynamodb"]["NewImage"]
        marker = {"pk": {"S": f"seen#{record['eventID']}"}}
        day = {"pk": {"S": f"day#{image['meter']['S']}#{image['day']['S']}"}}
        try:
            client.transact_write_items(
                TransactItems=[
                    {"Put": {"TableName": TABLE, "Item": marker, "ConditionExpression": "attribute_not_exists(pk)"}},
                    {
                        "Update": {
                            "TableName": TABLE,
                            "Key": day,
                            "UpdateExpression": "ADD kwh :kwh",
                            "ExpressionAttributeValues": {":kwh": image["kwh"]},
                        }
                    },
                ]
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "TransactionCanceledException":
                raise
            codes = [reason["Code"] for reason in error.response["CancellationReasons"]]
            if "ConditionalCheckFailed" not in codes:
                raise
