import os

import serverless_wsgi
from flask import Flask, jsonify, request
from pymongo import MongoClient

app = Flask(__name__)
products = MongoClient(os.environ["MONGO_URL"]).catalogue.products


@app.route("/products/<sku>", methods=["PUT"])
def put_product(sku):
    body = request.get_json()
    if "title" not in body:
        return jsonify(error="title is missing"), 400
    document = {
        "_id": sku,
        "title": body["title"].strip(),
        "cents": int(body.get("cents", 0)),
        "tags": sorted(body.get("tags", [])),
    }
    result = products.replace_one({"_id": sku}, document, upsert=True)
    status = 201 if result.upserted_id is not None else 200
    return jsonify(sku=sku), status


def handler(event, context):
    return serverless_wsgi.handle_request(app, event, context)
