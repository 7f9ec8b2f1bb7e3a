import json

from cart.store import CartStore

store = CartStore()
NO_CONTENT = {"statusCode": 204}


def set_quantity(event, context):
    path = event["pathParameters"]
    quantity = int(json.loads(event["body"])["quantity"])
    if quantity < 1 or quantity > 99:
        return {"statusCode": 422, "body": json.dumps({"error": "quantity out of range"})}
    store.put(path["cart"], path["sku"], quantity)
    return NO_CONTENT


def clear_cart(event, context):
    cart = event["pathParameters"]["cart"]
    store.remove(cart, [line["sku"] for line in store.lines(cart)])
    return NO_CONTENT


def get_cart(event, context):
    lines = store.lines(event["pathParameters"]["cart"])
    body = {line["sku"]: int(line["quantity"]) for line in lines}
    return {"statusCode": 200, "body": json.dumps(body)}
