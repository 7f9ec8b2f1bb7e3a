import json
import logging

from pynamodb.exceptions import UpdateError

from inventory.models import Product

logger = logging.getLogger(__name__)


def reserve(event, context):
    order = json.loads(event["Records"][0]["body"])
    product = Product(order["sku"])
    try:
        product.update(
            actions=[Product.stock.set(Product.stock - order["quantity"])],
            condition=Product.stock >= order["quantity"],
        )
    except UpdateError:
        logger.warning("out of stock: %s", order["sku"])


def set_price(event, context):
    cents = int(json.loads(event["body"])["cents"])
    product = Product(event["pathParameters"]["sku"])
    product.update(actions=[Product.price.set(cents)])
    return {"statusCode": 204}


def get_product(event, context):
    try:
        product = Product.get(event["pathParameters"]["sku"])
    except Product.DoesNotExist:
        return {"statusCode": 404, "body": "{}"}
    return {
        "statusCode": 200,
        "body": json.dumps({"stock": product.stock, "price": product.price}),
    }
