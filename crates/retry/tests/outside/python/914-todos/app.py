import uuid

from flask import Flask, abort, jsonify, request

from database import todos

app = Flask(__name__)


@app.route("/todos", methods=["POST"])
def create():
    data = request.get_json()
    if not data.get("text"):
        abort(400)
    todo = {"_id": uuid.uuid4().hex, "text": data["text"], "done": False}
    todos.insert_one(todo)
    return jsonify(id=todo["_id"]), 201


@app.route("/todos/<todo_id>/done", methods=["PUT"])
def done(todo_id):
    todos.update_one({"_id": todo_id}, {"$set": {"done": True}})
    return "", 204


@app.route("/todos/<todo_id>", methods=["GET"])
def show(todo_id):
    todo = todos.find_one({"_id": todo_id})
    if todo is None:
        abort(404)
    return jsonify(id=todo["_id"], text=todo["text"], done=todo["done"])
