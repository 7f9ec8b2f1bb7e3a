import os

import boto3
import serverless_wsgi
from flask import Flask, abort, jsonify, request

app = Flask(__name__)
todos = boto3.resource("dynamodb").Table(os.environ["TODOS_TABLE"])


@app.get("/todos/<todo_id>")
def show(todo_id):
    item = todos.get_item(Key={"id": todo_id}).get("Item")
    if item is None:
        abort(404)
    return jsonify(item)


@app.put("/todos/<todo_id>")
def save(todo_id):
    data = request.get_json()
    item = {
        "id": todo_id,
        "title": data["title"],
        "done": bool(data.get("done", False)),
    }
    todos.put_item(Item=item)
    return jsonify(item)


def handler(event, context):
    return serverless_wsgi.handle_request(app, event, context)
