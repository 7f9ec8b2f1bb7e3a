import os

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import APIGatewayHttpResolver
from aws_lambda_powertools.event_handler.exceptions import NotFoundError

logger = Logger(service="salon-admin")
app = APIGatewayHttpResolver()
stylists = boto3.resource("dynamodb").Table(os.environ["STYLISTS"])


@app.get("/admin/stylists/<stylist>")
def show(stylist: str):
    item = stylists.get_item(Key={"stylist": stylist}).get("Item")
    if item is None:
        raise NotFoundError("unknown stylist")
    return {"stylist": stylist, "name": item["name"]}


@app.put("/admin/stylists/<stylist>")
def save(stylist: str):
    stylists.put_item(Item={"stylist": stylist, "name": app.current_event.json_body["name"]})
    return {"stylist": stylist}


@logger.inject_lambda_context
def handler(event, context):
    return app.resolve(event, context)
