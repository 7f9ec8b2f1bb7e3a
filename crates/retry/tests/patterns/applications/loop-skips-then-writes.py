# a retry writes for an element that the attempt had passed over
# announce: safe alone, unsafe-concurrent together
# today: safe alone, unknown together

import boto3

db = boto3.resource("dynamodb")
products = db.Table("products")
announced = db.Table("announced")


def announce(event, context):
    for id in event["ids"]:
        product = products.get_item(Key={"id": id}).get("Item")
        if product and product.get("onSale"):
            announced.put_item(Item={"id": id, "seen": False})


def startSale(event, context):
    products.put_item(Item={"id": event["id"], "onSale": True})


def isAnnounced(event, context):
    return "Item" in announced.get_item(Key={"id": event["id"]})
