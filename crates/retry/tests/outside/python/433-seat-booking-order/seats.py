import json

import boto3
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")


def put_booking(booking, show):
    return {
        "Put": {
            "TableName": "bookings",
            "Item": {"bookingId": {"S": booking}, "show": {"S": show}},
            "ConditionExpression": "attribute_not_exists(bookingId)",
        }
    }


def take_seat(show):
    return {
        "Update": {
            "TableName": "shows",
            "Key": {"show": {"S": show}},
            "UpdateExpression": "SET seatsLeft = seatsLeft - :one",
            "ConditionExpression": "seatsLeft >= :one",
            "ExpressionAttributeValues": {":one": {"N": "1"}},
        }
    }


def book(event, context):
    body = json.loads(event["body"])
    status = 201
    try:
        client.transact_write_items(
            TransactItems=[
                put_booking(body["bookingId"], body["show"]),
                take_seat(body["show"]),
            ]
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "TransactionCanceledException":
            raise
        reasons = [reason["Code"] for reason in error.response["CancellationReasons"]]
        if reasons[1] == "ConditionalCheckFailed":
            status = 409
        elif reasons[0] != "ConditionalCheckFailed":
            raise
    return {"statusCode": status, "body": json.dumps({"booking": body["bookingId"]})}
