import boto3
from aws_lambda_powertools import Logger, Tracer
from aws_lambda_powertools.event_handler import APIGatewayRestResolver
from aws_lambda_powertools.event_handler.exceptions import BadRequestError, NotFoundError

app = APIGatewayRestResolver()
logger = Logger()
tracer = Tracer()
items = boto3.resource("dynamodb").Table("items")


@app.get("/items/<item_id>")
@tracer.capture_method
def get_item(item_id: str):
    item = items.get_item(Key={"id": item_id}).get("Item")
    if not item:
        raise NotFoundError(f"no item {item_id}")
    return {"id": item_id, "title": item["title"]}


@app.put("/items/<item_id>")
@tracer.capture_method
def put_item(item_id: str):
    body = app.current_event.json_body
    if not body.get("title"):
        raise BadRequestError("a title is needed")
    items.put_item(Item={"id": item_id, "title": body["title"]})
    return {"id": item_id}


@logger.inject_lambda_context
@tracer.capture_lambda_handler
def lambda_handler(event, context):
    return app.resolve(event, context)
