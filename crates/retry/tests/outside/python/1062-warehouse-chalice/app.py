import os

import boto3
from chalice import BadRequestError, Chalice, NotFoundError

from chalicelib.stock import StockTable

app = Chalice(app_name="warehouse")
stock = StockTable(boto3.resource("dynamodb").Table(os.environ["STOCK"]))


@app.route("/stock/{sku}")
def show(sku):
    item = stock.get(sku)
    if item is None:
        raise NotFoundError(f"unknown article {sku}")
    return {"sku": sku, "quantity": int(item["quantity"])}


@app.route("/stock/{sku}/receipts", methods=["POST"])
def receive(sku):
    body = app.current_request.json_body
    quantity = int(body.get("quantity", 0))
    if quantity <= 0:
        raise BadRequestError("quantity must be positive")
    return {"sku": sku, "quantity": stock.add(sku, quantity)}
