import json
import uuid

import boto3
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")


def put(table, item, condition=None):
    request = {"TableName": table, "Item": item}
    if condition:
        request["ConditionExpression"] = condition
    return {"Put": request}


def place_once(request, customer, lines):
    order = str(uuid.uuid4())
    try:
        client.transact_write_items(TransactItems=[
            put(
                "order-requests",
                {"request": {"S": request}, "order": {"S": order}},
                "attribute_not_exists(request)",
            ),
            put("outbox-orders", {
                "id": {"S": order},
                "customer": {"S": customer},
                "lines": {"S": json.dumps(lines)},
            }),
            put("outbox", {"id": {"S": order}, "kind": {"S": "OrderPlaced"}}),
        ])
        return order
    except ClientError as error:
        if error.response["Error"]["Code"] != "TransactionCanceledException":
            raise
    found = client.get_item(
        TableName="order-requests",
        Key={"request": {"S": request}},
        ConsistentRead=True,
    )
    return found["Item"]["order"]["S"]
