import json
import os

import boto3

dynamodb = boto3.client("dynamodb")


def handler(event, context):
    order_id = event["pathParameters"]["id"]
    body = json.loads(event["body"])
    payload = json.dumps({"order": order_id, "total": body["total"]}, sort_keys=True)
    try:
        dynamodb.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": os.environ["ORDERS"],
                        "Item": {
                            "id": {"S": order_id},
                            "customer": {"S": body["customer"]},
                            "total": {"N": str(body["total"])},
                        },
                        "ConditionExpression": "attribute_not_exists(id)",
                    }
                },
                {
                    "Put": {
                        "TableName": os.environ["OUTBOX"],
                        "Item": {"id": {"S": order_id}, "payload": {"S": payload}},
                    }
                },
            ]
        )
    except dynamodb.exceptions.TransactionCanceledException as err:
        codes = {reason["Code"] for reason in err.response["CancellationReasons"]}
        if "ConditionalCheckFailed" not in codes:
            raise
    return {"statusCode": 202, "body": json.dumps({"order": order_id})}
