import os

import boto3
from botocore.exceptions import ClientError
from chalice import Chalice, ConflictError, NotFoundError

app = Chalice(app_name="orders")
orders = boto3.resource("dynamodb").Table(os.environ["ORDERS"])


@app.route("/orders/{order_id}", methods=["PUT"])
def create(order_id):
    body = app.current_request.json_body
    try:
        orders.put_item(
            Item={"id": order_id, "customer": body["customer"], "lines": body["lines"]},
            ConditionExpression="attribute_not_exists(id)",
        )
    except ClientError as err:
        if err.response["Error"]["Code"] == "ConditionalCheckFailedException":
            raise ConflictError(f"order {order_id} exists")
        raise
    return {"id": order_id}


@app.route("/orders/{order_id}")
def show(order_id):
    found = orders.get_item(Key={"id": order_id})
    if "Item" not in found:
        raise NotFoundError(order_id)
    return found["Item"]
