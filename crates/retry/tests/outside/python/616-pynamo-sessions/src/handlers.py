import hashlib
import json
import secrets

from src.models import Device, Session, Token
from pynamodb.exceptions import PutError


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def open_session(event, context):
    session = Session(user=json.loads(event["body"])["user"])
    session.save()
    return reply(201, id=session.id)


def register_device(event, context):
    serial = event["pathParameters"]["serial"]
    device = Device(serial, model=json.loads(event["body"])["model"])
    try:
        device.save(condition=Device.serial.does_not_exist())
    except PutError as err:
        if err.cause_response_code != "ConditionalCheckFailedException":
            raise
    return reply(200, serial=serial)


def issue_token(event, context):
    value = secrets.token_urlsafe(32)
    Token(event["pathParameters"]["user"], value=value).save()
    return reply(201, token=value)


def fingerprint(event, context):
    try:
        token = Token.get(event["pathParameters"]["user"])
    except Token.DoesNotExist:
        return reply(404)
    return reply(200, sha256=hashlib.sha256(token.value.encode()).hexdigest())
