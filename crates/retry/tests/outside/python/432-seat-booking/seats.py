import json

import boto3

client = boto3.client("dynamodb")
REFUSED = "ConditionalCheckFailed"


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def book(event, context):
    body = json.loads(event["body"])
    booking, show, seats = body["bookingId"], body["show"], str(body["seats"])
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": "bookings",
                        "Item": {"bookingId": {"S": booking}, "show": {"S": show}, "seats": {"N": seats}},
                        "ConditionExpression": "attribute_not_exists(bookingId)",
                    }
                },
                {
                    "Update": {
                        "TableName": "shows",
                        "Key": {"show": {"S": show}},
                        "UpdateExpression": "SET seatsLeft = seatsLeft - :n",
                        "ConditionExpression": "seatsLeft >= :n",
                        "ExpressionAttributeValues": {":n": {"N": seats}},
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException as error:
        booked, full = (r["Code"] == REFUSED for r in error.response["CancellationReasons"])
        if booked:
            return reply(201, booking=booking)
        if full:
            return reply(409, error="sold out")
        raise
    return reply(201, booking=booking)


def available(event, context):
    key = {"show": {"S": event["pathParameters"]["show"]}}
    item = client.get_item(TableName="shows", Key=key).get("Item", {})
    return reply(200, left=int(item.get("seatsLeft", {"N": "0"})["N"]))
