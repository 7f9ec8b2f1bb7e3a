import os
import uuid

import boto3
import serverless_wsgi
from boto3.dynamodb.conditions import Key
from flask import Flask, abort, jsonify, request

app = Flask(__name__)
table = boto3.resource("dynamodb").Table(os.environ["CONTACTS_TABLE"])


def find_by_email(email):
    found = table.query(IndexName="by-email", KeyConditionExpression=Key("email").eq(email))["Items"]
    return found[0] if found else None


@app.route("/contacts", methods=["POST"])
def create():
    body = request.get_json()
    email = body["email"].strip().lower()
    contact = find_by_email(email)
    if contact is None:
        contact = {"id": str(uuid.uuid4()), "email": email}
        table.put_item(Item=contact)
    return jsonify({"id": contact["id"]}), 200


@app.route("/contacts/<contact_id>", methods=["GET"])
def show(contact_id):
    item = table.get_item(Key={"id": contact_id}).get("Item")
    if item is None:
        abort(404)
    return jsonify({"id": item["id"], "email": item["email"]}), 200


def handler(event, context):
    return serverless_wsgi.handle_request(app, event, context)
