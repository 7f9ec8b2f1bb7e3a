import os

import boto3
from chalice import Chalice, NotFoundError

app = Chalice(app_name="flags")
flags = boto3.resource("dynamodb").Table(os.environ["FLAGS"])


@app.route("/flags/{name}", methods=["GET"])
def read(name):
    item = flags.get_item(Key={"name": name}).get("Item")
    if not item:
        raise NotFoundError(name)
    return {"name": name, "enabled": item["enabled"]}


@app.route("/flags/{name}", methods=["PUT"])
def write(name):
    enabled = bool(app.current_request.json_body["enabled"])
    flags.put_item(Item={"name": name, "enabled": enabled})
    return {"name": name, "enabled": enabled}
