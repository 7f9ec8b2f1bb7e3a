# booking.confirm + cancel, no reader in F
# confirm: safe alone, safe together

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


def cancel(event, context):
    bookings.update_item(
        Key={"id": event["bookingId"]},
        UpdateExpression="SET #status = :cancelled",
        ExpressionAttributeNames={"#status": "status"},
        ExpressionAttributeValues={":cancelled": "CANCELLED"},
    )
