# booking.confirm + external reader (AppSync) x2
# confirm: safe alone, unsafe-concurrent together

import secrets

import boto3

bookings = boto3.resource("dynamodb").Table("bookings")


def confirm(event, context):
    reference = secrets.token_urlsafe(4)
    bookings.update_item(
        Key={"id": event["bookingId"]},
        UpdateExpression="SET bookingReference = :reference, #status = :confirmed",
        ExpressionAttributeNames={"#status": "status"},
        ExpressionAttributeValues={":reference": reference, ":confirmed": "CONFIRMED"},
    )
    return {"bookingReference": reference}


def getBooking(event, context):
    return bookings.get_item(Key={"id": event["bookingId"]}).get("Item")
