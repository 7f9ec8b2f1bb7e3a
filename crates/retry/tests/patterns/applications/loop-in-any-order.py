# the same where no element waits for another
# announce: safe alone, safe together

from concurrent.futures import ThreadPoolExecutor

import boto3

db = boto3.resource("dynamodb")
products = db.Table("products")
announced = db.Table("announced")


def announce_one(id):
    product = products.get_item(Key={"id": id}).get("Item")
    if product and product.get("onSale"):
        announced.put_item(Item={"id": id, "seen": False})


def announce(event, context):
    with ThreadPoolExecutor() as threads:
        list(threads.map(announce_one, event["ids"]))


def startSale(event, context):
    products.put_item(Item={"id": event["id"], "onSale": True})


def isAnnounced(event, context):
    return "Item" in announced.get_item(Key={"id": event["id"]})
