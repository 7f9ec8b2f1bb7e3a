import json
import secrets
from datetime import datetime, timezone

from pynamodb.exceptions import PutError

from sessions.models import Session


def open_session(device):
    session = Session(
        device,
        token=secrets.token_urlsafe(32),
        opened_at=datetime.now(timezone.utc).isoformat(),
    )
    try:
        session.save(condition=Session.device.does_not_exist())
    except PutError as error:
        if error.cause_response_error_code != "ConditionalCheckFailedException":
            raise
        session = Session.get(device, consistent_read=True)
    return session


def login(event, context):
    session = open_session(event["pathParameters"]["device"])
    return {"statusCode": 200, "body": json.dumps({"token": session.token, "opened_at": session.opened_at})}


def me(event, context):
    device = event["pathParameters"]["device"]
    try:
        session = Session.get(device, consistent_read=True)
    except Session.DoesNotExist:
        return {"statusCode": 401, "body": ""}
    if not secrets.compare_digest(session.token, event["headers"]["x-session-token"]):
        return {"statusCode": 401, "body": ""}
    return {"statusCode": 200, "body": json.dumps({"device": device, "opened_at": session.opened_at})}
