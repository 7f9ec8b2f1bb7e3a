import os
import uuid

import boto3
import serverless_wsgi
from boto3.dynamodb.conditions import Key
from flask import Flask, jsonify, request

app = Flask(__name__)
notes = boto3.resource("dynamodb").Table(os.environ["NOTES"])


@app.get("/notes/<owner>")
def list_notes(owner):
    found = notes.query(KeyConditionExpression=Key("owner").eq(owner))
    return jsonify(found["Items"])


@app.post("/notes/<owner>")
def create_note(owner):
    body = request.get_json()
    note = {"owner": owner, "id": uuid.uuid4().hex, "text": body["text"]}
    notes.put_item(Item=note)
    return jsonify(note), 201


def handler(event, context):
    return serverless_wsgi.handle_request(app, event, context)
