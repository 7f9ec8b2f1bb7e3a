import hashlib
import json
import os

import boto3
from chalice import Chalice, NotFoundError

app = Chalice(app_name="feedback")
table = boto3.resource("dynamodb").Table(os.environ["FEEDBACK_TABLE"])


def digest_of(document):
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


@app.route("/feedback", methods=["POST"])
def submit():
    body = app.current_request.json_body
    document = {"product": body["product"], "author": body["author"], "text": body["text"]}
    digest = digest_of(document)
    table.put_item(Item={"digest": digest, **document})
    return {"digest": digest}


@app.route("/feedback/{digest}", methods=["GET"])
def show(digest):
    item = table.get_item(Key={"digest": digest}).get("Item")
    if item is None:
        raise NotFoundError("no such feedback")
    return {"product": item["product"], "author": item["author"], "text": item["text"]}
