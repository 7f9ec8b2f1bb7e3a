import os
from functools import cached_property

import boto3
from boto3.dynamodb.conditions import Key


class CartStore:
    @cached_property
    def table(self):
        return boto3.resource("dynamodb").Table(os.environ["CART_TABLE"])

    def lines(self, cart: str) -> list:
        return self.table.query(KeyConditionExpression=Key("cart").eq(cart))["Items"]

    def put(self, cart: str, sku: str, quantity: int) -> None:
        self.table.put_item(Item={"cart": cart, "sku": sku, "quantity": quantity})

    def remove(self, cart: str, skus: list) -> None:
        for sku in skus:
            self.table.delete_item(Key={"cart": cart, "sku": sku})
