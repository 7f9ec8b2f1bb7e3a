import json
import os
from datetime import datetime, timezone

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["INVOICES"])


def next_number():
    result = table.update_item(
        Key={"pk": "COUNTER"},
        UpdateExpression="ADD last_number :one",
        ExpressionAttributeValues={":one": 1},
        ReturnValues="UPDATED_NEW",
    )
    return int(result["Attributes"]["last_number"])


def create(event, context):
    request = json.loads(event["body"])
    key = f"INVOICE#{request['request_id']}"
    stored = table.get_item(Key={"pk": key}).get("Item")
    if stored is None:
        stored = {"pk": key, "number": next_number(), "cents": request["cents"]}
        try:
            table.put_item(Item=stored, ConditionExpression="attribute_not_exists(pk)")
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise
            stored = table.get_item(Key={"pk": key})["Item"]
    return {"statusCode": 201, "body": json.dumps({"number": int(stored["number"])})}


def pay(event, context):
    for record in event["Records"]:
        payment = json.loads(record["body"])
        now = datetime.now(timezone.utc).isoformat()
        table.update_item(
            Key={"pk": f"PAYMENT#{record['messageId']}"},
            UpdateExpression="SET invoice = :i, first_seen = if_not_exists(first_seen, :now), updated = :now",
            ExpressionAttributeValues={":i": payment["invoice"], ":now": now},
        )
