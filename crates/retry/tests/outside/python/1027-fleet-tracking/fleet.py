import json
import os
from decimal import Decimal

import boto3
from botocore.exceptions import ClientError

trucks = boto3.resource("dynamodb").Table(os.environ["TRUCKS"])
sns = boto3.client("sns")
DEPOT = {"south": Decimal("52.1"), "north": Decimal("52.3")}


def position(event, context):
    try:
        trucks.put_item(
            Item={
                "truck": event["truck"],
                "lat": Decimal(str(event["lat"])),
                "lon": Decimal(str(event["lon"])),
                "seq": event["seq"],
            },
            ConditionExpression="attribute_not_exists(truck) OR seq < :seq",
            ExpressionAttributeValues={":seq": event["seq"]},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        print("late position of", event["truck"])


def where(event, context):
    truck = trucks.get_item(Key={"truck": event["pathParameters"]["truck"]}).get("Item")
    if not truck:
        return {"statusCode": 404}
    return {
        "statusCode": 200,
        "body": json.dumps({"lat": float(truck["lat"]), "lon": float(truck["lon"])}),
    }


def geofence(event, context):
    for record in event["Records"]:
        image = record["dynamodb"].get("NewImage")
        if not image:
            continue
        lat = Decimal(image["lat"]["N"])
        if not DEPOT["south"] <= lat <= DEPOT["north"]:
            sns.publish(
                TopicArn=os.environ["GEOFENCE_TOPIC"],
                Message=json.dumps({"truck": image["truck"]["S"], "lat": str(lat)}),
            )
