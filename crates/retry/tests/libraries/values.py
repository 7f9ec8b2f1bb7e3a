# Packages that compute, in everyday use: validators, dates, identifiers, parsers, loggers.

import csv
import io
import json
import os
from typing import Optional

import arrow
import bcrypt
import boto3
import jwt
import marshmallow
import numpy as np
import orjson
import pandas as pd
import pendulum
import sentry_sdk
import shortuuid
import structlog
import ulid
import ujson
import xmltodict
import yaml
from aws_lambda_powertools import Logger, Metrics, Tracer
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.data_classes import SQSEvent, event_source
from aws_lambda_powertools.utilities.idempotency import DynamoDBPersistenceLayer, idempotent
from aws_lambda_powertools.utilities.parser import event_parser, parse
from aws_lambda_powertools.utilities.typing import LambdaContext
from aws_lambda_powertools.utilities.validation import validate
from cachetools import TTLCache, cached
from cryptography.fernet import Fernet
from dateutil import parser as dates
from jinja2 import Template
from loguru import logger as loguru
from passlib.hash import bcrypt as passlib_bcrypt
from PIL import Image
from pydantic import BaseModel, Field, ValidationError

table = boto3.resource("dynamodb").Table("things")
s3 = boto3.client("s3")
sqs = boto3.client("sqs")

logger = Logger(service="things")
tracer = Tracer()
metrics = Metrics(namespace="things")


class Order(BaseModel):
    id: str
    amount: int = Field(gt=0)
    note: Optional[str] = None


# safe: the item is what the input says
def pydantic_model(event, context):
    order = Order(**json.loads(event["body"]))
    table.put_item(Item={"id": order.id, "amount": order.amount})


def count(id):
    table.update_item(
        Key={"id": id}, UpdateExpression="ADD hits :one", ExpressionAttributeValues={":one": 1}
    )


# unsafe: counts again where the data says so
def pydantic_spread(event, context):
    order = Order(**json.loads(event["body"]))
    if order.note == "count":
        count(order.id)


# safe: the item is what the input says
def pydantic_validate(event, context):
    try:
        order = Order.model_validate_json(event["body"])
    except ValidationError as error:
        return {"statusCode": 400, "body": str(error)}
    table.put_item(Item=order.model_dump(exclude_none=True))
    return {"statusCode": 200}


# safe: the item is what the input says
def pydantic_dict(event, context):
    order = Order.parse_obj(event["detail"])
    table.put_item(Item=order.dict())


class OrderSchema(marshmallow.Schema):
    id = marshmallow.fields.Str(required=True)
    amount = marshmallow.fields.Int()


# safe: the item is what the input says
def marshmallow_load(event, context):
    order = OrderSchema().load(json.loads(event["body"]))
    table.put_item(Item={"id": order["id"], "amount": order["amount"]})


# unsafe: every attempt draws a key
def shortuuid_key(event, context):
    table.put_item(Item={"id": shortuuid.uuid(), "name": event["name"]})


# unsafe: every attempt draws a key
def ulid_key(event, context):
    table.put_item(Item={"id": str(ulid.new()), "name": event["name"]})


# unsafe: every attempt writes under its own time
def arrow_now(event, context):
    table.put_item(Item={"id": arrow.utcnow().isoformat(), "name": event["name"]})


# safe: times of the event
def arrow_of_event(event, context):
    table.put_item(Item={"id": event["id"], "until": arrow.get(event["at"]).shift(days=1).isoformat()})


# unsafe: every attempt writes under its own time
def pendulum_now(event, context):
    table.put_item(Item={"id": pendulum.now("UTC").to_iso8601_string(), "name": event["name"]})


# safe: times of the event
def dateutil_parsed(event, context):
    table.put_item(Item={"id": event["id"], "day": dates.isoparse(event["at"]).date().isoformat()})


# safe: the item is what the text says
def orjson_loads(event, context):
    order = orjson.loads(event["body"])
    table.put_item(Item={"id": order["id"], "text": orjson.dumps(order).decode()})


# unsafe: counts what the text says again
def ujson_count(event, context):
    order = ujson.loads(event["body"])
    table.update_item(
        Key={"id": order["id"]},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )


# safe: a function of the text
def yaml_loaded(event, context):
    settings = yaml.safe_load(event["body"])
    table.put_item(Item={"id": settings["id"], "level": settings["level"]})


# safe: a function of the text
def xml_parsed(event, context):
    order = xmltodict.parse(event["body"])["order"]
    table.put_item(Item={"id": order["id"]})


# safe: what the token says
def jwt_decoded(event, context):
    claims = jwt.decode(event["token"], os.environ["SECRET"], algorithms=["HS256"])
    table.put_item(Item={"id": claims["sub"]})


# unsafe: an administrator counts twice
def jwt_administrator(event, context):
    token = event["headers"]["Authorization"].replace("Bearer ", "")
    claims = jwt.decode(token, options={"verify_signature": False})
    if claims["role"] != "administrator":
        return {"statusCode": 403}
    count(claims["sub"])


# safe: a token of the event alone
def jwt_encoded(event, context):
    return {"token": jwt.encode({"sub": event["id"]}, os.environ["SECRET"], algorithm="HS256")}


# unsafe: new salt, and the item stands under it
def bcrypt_hashed(event, context):
    table.put_item(Item={"id": bcrypt.hashpw(event["password"].encode(), bcrypt.gensalt()).decode()})


# unsafe: new salt, and the item stands under it
def passlib_hashed(event, context):
    table.put_item(Item={"id": passlib_bcrypt.hash(event["password"])})


# unsafe: a token has the time and new salt, and the item stands under it
def encrypted(event, context):
    table.put_item(Item={"id": Fernet(os.environ["KEY"]).encrypt(event["text"].encode()).decode()})


# safe: rows of an object that nobody writes, under their own keys
def csv_of_object(event, context):
    body = s3.get_object(Bucket="in", Key=event["key"])["Body"].read().decode("utf-8")
    for row in csv.DictReader(io.StringIO(body)):
        table.put_item(Item={"id": row["id"], "name": row["name"]})


# safe: rows of an object that nobody writes, under their own keys
def csv_of_lines(event, context):
    body = s3.get_object(Bucket="in", Key=event["key"])["Body"].read().decode("utf-8").splitlines()
    for row in csv.DictReader(body):
        table.put_item(Item={"id": row["id"], "name": row["name"]})


# unsafe: a message for every line again
def lines_to_queue(event, context):
    body = s3.get_object(Bucket="in", Key=event["key"])["Body"].read().decode()
    for line in body.splitlines():
        sqs.send_message(QueueUrl="q", MessageBody=line)


# safe: what the object says
def json_of_object(event, context):
    settings = json.loads(s3.get_object(Bucket="in", Key=event["key"])["Body"].read())
    table.put_item(Item={"id": settings["id"], "level": settings["level"]})


# safe: what the object says
def json_load_of_object(event, context):
    settings = json.load(s3.get_object(Bucket="in", Key=event["key"])["Body"])
    table.put_item(Item={"id": settings["id"], "level": settings["level"]})


# safe: the same object again
def templated(event, context):
    page = Template("<h1>{{ title }}</h1>").render(title=event["title"])
    s3.put_object(Bucket="out", Key=f"{event['id']}.html", Body=page)


# safe: the same object again
def thumbnail(event, context):
    body = s3.get_object(Bucket="in", Key=event["key"])["Body"].read()
    image = Image.open(io.BytesIO(body))
    image.thumbnail((200, 200))
    out = io.BytesIO()
    image.save(out, format="JPEG")
    s3.put_object(Bucket="out", Key=event["key"], Body=out.getvalue())


# safe: the same object again
def frame(event, context):
    data = pd.read_csv(io.BytesIO(s3.get_object(Bucket="in", Key=event["key"])["Body"].read()))
    totals = data.groupby("customer")["amount"].sum().reset_index()
    s3.put_object(Bucket="out", Key=event["key"], Body=totals.to_csv(index=False))


# safe: a function of the input
def averaged(event, context):
    table.put_item(Item={"id": event["id"], "mean": str(np.mean(event["values"]))})


# safe: nobody sees what is logged
@logger.inject_lambda_context(log_event=True)
@tracer.capture_lambda_handler
@metrics.log_metrics(capture_cold_start_metric=True)
def powertools(event: dict, context: LambdaContext):
    logger.append_keys(id=event["id"])
    logger.info("stored %s", event["id"], extra={"id": event["id"]})
    metrics.add_metric(name="stored", unit=MetricUnit.Count, value=1)
    tracer.put_annotation(key="id", value=event["id"])
    try:
        table.put_item(Item={"id": event["id"]})
    except Exception:
        logger.exception("failed")
        raise


log = structlog.get_logger()


# safe: nobody sees what is logged
def logged(event, context):
    log.bind(id=event["id"]).info("stored", at=event["at"])
    loguru.info("stored {}", event["id"])
    table.put_item(Item={"id": event["id"]})


# safe: the payment stands under its own id
@idempotent(persistence_store=DynamoDBPersistenceLayer(table_name="idempotency"))
def idempotent_put(event, context):
    order = Order(**json.loads(event["body"]))
    table.put_item(Item={"id": order.id})
    logger.info("accepted %s", order.id)
    return {"statusCode": 202, "body": json.dumps({"id": order.id})}


# unsafe: counts again
@event_source(data_class=SQSEvent)
def data_classes(event: SQSEvent, context):
    for record in event.records:
        table.update_item(
            Key={"id": json.loads(record.body)["id"]},
            UpdateExpression="ADD hits :one",
            ExpressionAttributeValues={":one": 1},
        )


# safe: the item is what the input says
@event_parser(model=Order)
def parsed(event: Order, context: LambdaContext):
    table.put_item(Item={"id": event.id, "amount": event.amount})


# safe: the item is what the input says
def parsed_inside(event, context):
    order = parse(event=event, model=Order)
    table.put_item(Item={"id": order.id})


# safe: the item is what the input says
def validated(event, context):
    validate(event=event, schema={"type": "object", "required": ["id"]})
    table.put_item(Item={"id": event["id"]})


class Answer(dict):
    def __init__(self, status, body):
        dict.__init__(self, statusCode=status, body=json.dumps(body))


class Fine(Answer):
    def __init__(self, body="fine"):
        super().__init__(200, body)


# safe: the constructor of a class that is a dictionary
def dictionary_class(event, context):
    answer = Fine(body={"id": event["id"]})
    if answer["statusCode"] != 200:
        sqs.send_message(QueueUrl=os.environ["QUEUE"], MessageBody="never")
    return answer


class Loud(dict):
    def get(self, name):
        sqs.send_message(QueueUrl=os.environ["QUEUE"], MessageBody=name)
        return dict.get(self, name)


# unsafe: a method of a class that is a dictionary sends
# today unknown
def dictionary_method(event, context):
    return Loud(id=event["id"]).get("id")


class Address:
    def __init__(self, street):
        self.street = street

    def __plain_text__(self):
        return self.street.strip()


# safe: a method with the underscores of special ones
def own_underscores(event, context):
    table.put_item(Item={"id": event["id"], "street": Address(event["street"]).__plain_text__()})
