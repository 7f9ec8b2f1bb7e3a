"""Stock movements; the request id of Lambda keeps repetitions out."""
import json

import boto3
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")


def movement(request, number, sku, delta):
    marker = {
        "TableName": "seen",
        "Item": {"id": {"S": f"{request}#{number}"}},
        "ConditionExpression": "attribute_not_exists(id)",
    }
    update = {
        "TableName": "stock",
        "Key": {"sku": {"S": sku}},
        "UpdateExpression": "ADD quantity :delta",
        "ExpressionAttributeValues": {":delta": {"N": str(delta)}},
    }
    return [{"Put": marker}, {"Update": update}]


def handler(event, context):
    for number, record in enumerate(event["Records"]):
        body = json.loads(record["body"])
        items = movement(context.aws_request_id, number, body["sku"], body["delta"])
        try:
            client.transact_write_items(TransactItems=items)
        except ClientError as error:
            if error.response["Error"]["Code"] != "TransactionCanceledException":
                raise
            print("repeated", record["messageId"])
