import os

import boto3
from boto3.dynamodb.conditions import Key
from chalice import BadRequestError, Chalice

app = Chalice(app_name="polls")
table = boto3.resource("dynamodb").Table(os.environ["POLLS"])


@app.route("/polls/{poll}/options/{option}", methods=["PUT"])
def approve(poll, option):
    voter = app.current_request.json_body.get("voter")
    if not voter:
        raise BadRequestError("voter is missing")
    table.update_item(
        Key={"poll": poll, "option": option},
        UpdateExpression="ADD voters :v",
        ExpressionAttributeValues={":v": {voter}},
    )
    return {"poll": poll, "option": option}


@app.route("/polls/{poll}", methods=["GET"])
def results(poll):
    items = table.query(KeyConditionExpression=Key("poll").eq(poll))["Items"]
    return {item["option"]: len(item["voters"]) for item in items}
