# 27 get, pay, delete
# checkout: unsafe alone, unsafe together

import boto3
import stripe

carts = boto3.resource("dynamodb").Table("carts")


def checkout(event, context):
    cart = carts.get_item(Key={"id": event["id"]}).get("Item")
    if cart is None:
        return
    stripe.Charge.create(amount=cart["amount"], currency="eur", source=cart["card"])
    carts.delete_item(Key={"id": event["id"]})
