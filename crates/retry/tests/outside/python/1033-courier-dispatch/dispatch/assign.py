import json

from boto3.dynamodb.conditions import Attr

from dispatch.tables import Conflict, couriers, deliveries


class NoCourier(Exception):
    """Makes the queue try again later."""


def occupy(courier: str, order: str) -> bool:
    try:
        couriers.update_item(
            Key={"courier": courier},
            UpdateExpression="SET available = :no, currentOrder = :order",
            ConditionExpression="available = :yes",
            ExpressionAttributeValues={":no": False, ":yes": True, ":order": order},
        )
        return True
    except Conflict:
        return False


def handler(event, context):
    order = json.loads(event["Records"][0]["body"])
    free = couriers.scan(FilterExpression=Attr("available").eq(True))["Items"]
    in_zone = sorted(c["courier"] for c in free if c["zone"] == order["zone"])
    if not in_zone:
        raise NoCourier(order["zone"])
    courier = in_zone[0]
    if not occupy(courier, order["id"]):
        raise NoCourier(order["zone"])
    deliveries.put_item(Item={"order": order["id"], "courier": courier})
