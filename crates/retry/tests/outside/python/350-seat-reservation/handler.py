import boto3
from botocore.exceptions import ClientError

shows = boto3.resource("dynamodb").Table("shows")


def try_reserve(show, seats, reservation):
    try:
        shows.update_item(
            Key={"id": show},
            UpdateExpression="SET free = free - :n ADD reservations :rs",
            ConditionExpression="free >= :n AND NOT contains(reservations, :r)",
            ExpressionAttributeValues={
                ":n": seats,
                ":r": reservation,
                ":rs": {reservation},
            },
        )
        return True
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    item = shows.get_item(Key={"id": show}, ConsistentRead=True).get("Item", {})
    return reservation in item.get("reservations", set())


def reserve(event, context):
    ok = try_reserve(event["show"], int(event["seats"]), event["reservation"])
    return {"reservation": event["reservation"], "reserved": ok}
