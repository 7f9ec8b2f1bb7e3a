import os
from datetime import datetime, timezone

import boto3
from aws_lambda_powertools.event_handler import APIGatewayRestResolver
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from botocore.exceptions import ClientError

app = APIGatewayRestResolver()
bookings = boto3.resource("dynamodb").Table(os.environ["BOOKINGS"])


@app.put("/bookings/<booking_id>")
def create(booking_id: str):
    body = app.current_event.json_body
    booking = {
        "id": booking_id,
        "request": body["requestId"],
        "room": body["room"],
        "createdAt": datetime.now(timezone.utc).isoformat(),
    }
    try:
        bookings.put_item(Item=booking, ConditionExpression="attribute_not_exists(id)")
    except ClientError as err:
        if err.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        booking = bookings.get_item(Key={"id": booking_id}, ConsistentRead=True)["Item"]
        if booking["request"] != body["requestId"]:
            return {"error": "taken"}, 409
    return {"booking": booking}, 201


@app.get("/bookings/<booking_id>")
def show(booking_id: str):
    found = bookings.get_item(Key={"id": booking_id})
    if "Item" not in found:
        raise NotFoundError(booking_id)
    return {"booking": found["Item"]}


def handler(event, context):
    return app.resolve(event, context)
