import boto3
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")


def book(event, context):
    order = event["detail"]
    month = event["time"][:7]
    try:
        client.transact_write_items(TransactItems=[
            {"Put": {
                "TableName": "invoices",
                "Item": {
                    "id": {"S": context.aws_request_id},
                    "order": {"S": order["id"]},
                    "cents": {"N": str(order["cents"])},
                },
                "ConditionExpression": "attribute_not_exists(id)",
            }},
            {"Update": {
                "TableName": "revenue",
                "Key": {"month": {"S": month}},
                "UpdateExpression": "ADD cents :c",
                "ExpressionAttributeValues": {":c": {"N": str(order["cents"])}},
            }},
        ])
    except client.exceptions.TransactionCanceledException as error:
        codes = [r.get("Code") for r in error.response["CancellationReasons"]]
        if codes[0] != "ConditionalCheckFailed":
            raise
        print("booked by an earlier attempt")
