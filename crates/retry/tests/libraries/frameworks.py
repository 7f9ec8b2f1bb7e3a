# Frameworks of routes, in everyday use.

import boto3
from aws_lambda_powertools.event_handler import APIGatewayRestResolver
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from chalice import Chalice
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from flask import Flask, jsonify, request
from mangum import Mangum
from pydantic import BaseModel
import serverless_wsgi

table = boto3.resource("dynamodb").Table("things")


def count(id):
    table.update_item(
        Key={"id": id},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )


class Thing(BaseModel):
    name: str
    size: int = 1


reads = FastAPI()


@reads.get("/things/{thing_id}")
def read_thing(thing_id: str):
    item = table.get_item(Key={"id": thing_id}).get("Item")
    if item is None:
        raise HTTPException(status_code=404, detail="no such thing")
    return {"name": item["name"]}


# safe: it only looks
fastapi_read = Mangum(reads, lifespan="off")

puts = FastAPI()


@puts.put("/things/{thing_id}")
async def put_thing(thing_id: str, thing: Thing):
    table.put_item(Item={"id": thing_id, "name": thing.name, "size": thing.size})
    return thing


# safe: sets the same again
fastapi_put = Mangum(puts)

router = APIRouter(prefix="/things", tags=["things"])


@router.post("/{thing_id}/hits", status_code=204)
def hit(thing_id: str):
    count(thing_id)


counts = FastAPI()
counts.include_router(router, prefix="/v1")

# unsafe: counts again
fastapi_count = Mangum(counts)

depending = FastAPI()


def current_table():
    return table


@depending.post("/things", status_code=201)
def add(thing: Thing, things=Depends(current_table)):
    things.put_item(Item={"id": thing.name, "size": thing.size})
    return {"name": thing.name}


# safe: sets the same again
fastapi_depends = Mangum(depending)

app = APIGatewayRestResolver()


@app.get("/things/<thing_id>")
def resolver_get(thing_id):
    item = table.get_item(Key={"id": thing_id}).get("Item")
    if not item:
        raise NotFoundError("no such thing")
    return {"name": item["name"]}


@app.post("/things")
def resolver_post():
    body = app.current_event.json_body
    count(body["id"])
    return {"ok": True}, 201


# unsafe: counts again
def resolver(event, context):
    return app.resolve(event, context)


processor = BatchProcessor(event_type=EventType.SQS)


def record_handler(record):
    count(record.json_body["id"])


# unsafe: counts again
def batch(event, context):
    return process_partial_response(
        event=event, record_handler=record_handler, processor=processor, context=context
    )


flask_app = Flask(__name__)


@flask_app.route("/things/<thing_id>", methods=["PUT"])
def flask_put(thing_id):
    table.put_item(Item={"id": thing_id, "name": request.get_json()["name"]})
    return jsonify({"ok": True}), 200


# safe: sets the same again
def flask_handler(event, context):
    return serverless_wsgi.handle_request(flask_app, event, context)


def keeping(key):
    keeps = Flask(__name__)

    @keeps.route("/things", methods=["POST"])
    def keep():
        table.put_item(Item={"id": key()})
        return jsonify({"ok": True})

    def handler(event, context):
        return serverless_wsgi.handle_request(keeps, event, context)

    return handler


# safe: what the client sends
flask_keeps_body = keeping(lambda: request.json["id"])

# safe: a header of the client
flask_keeps_header = keeping(lambda: request.headers["Idempotency-Key"])

# safe: the same by a method
flask_keeps_header_got = keeping(lambda: request.headers.get("Idempotency-Key"))

# unsafe: the client may come another way
# today unknown
flask_keeps_ip = keeping(lambda: request.remote_addr)

# unsafe: the same by the environment of WSGI
# today unknown
flask_keeps_environ = keeping(lambda: request.environ["REMOTE_ADDR"])

# unsafe: the gateway gives each request another one
flask_keeps_trace = keeping(lambda: request.headers["X-Amzn-Trace-Id"])

# unsafe: the event of the gateway has an identifier
# today unknown
flask_keeps_event = keeping(lambda: request.environ["serverless.event"]["requestContext"]["requestId"])


def resolving(key):
    resolves = APIGatewayRestResolver()

    @resolves.post("/things")
    def keep():
        table.put_item(Item={"id": key(resolves)})
        return {"ok": True}

    def handler(event, context):
        return resolves.resolve(event, context)

    return handler


# safe: what the client sends
resolver_keeps_body = resolving(lambda app: app.current_event.json_body["id"])

# unsafe: the client may come another way
# today unknown
resolver_keeps_ip = resolving(lambda app: app.current_event.request_context.identity.source_ip)

# unsafe: the gateway gives each request another one
# today unknown
resolver_keeps_id = resolving(lambda app: app.current_event.request_context.request_id)

# unsafe: the request id of the invocation is another one
# today unknown
resolver_keeps_invocation = resolving(lambda app: app.lambda_context.aws_request_id)


asking = FastAPI()


@asking.post("/things")
def keep_client(asked: Request):
    table.put_item(Item={"id": asked.client.host})
    return {"ok": True}


# unsafe: the client may come another way
# today unknown
fastapi_keeps_ip = Mangum(asking)
