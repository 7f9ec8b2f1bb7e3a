import json
import uuid
from datetime import datetime, timezone

from aws_lambda_powertools import Logger

from desk.config import PRIORITIES
from desk.repository import TicketNotFound, TicketRepository

logger = Logger(service="ticket-desk")
repository = TicketRepository()


def _response(status: int, body: dict) -> dict:
    return {
        "statusCode": status,
        "headers": {"Content-Type": "application/json"},
        "body": json.dumps(body),
    }


def create_ticket(event, context):
    payload = json.loads(event["body"])
    if not payload.get("subject"):
        return _response(400, {"message": "subject is required"})
    priority = payload.get("priority", "normal")
    if priority not in PRIORITIES:
        return _response(400, {"message": "unknown priority"})

    ticket = {
        "id": str(uuid.uuid4()),
        "subject": payload["subject"],
        "priority": priority,
        "status": "open",
        "createdAt": datetime.now(timezone.utc).isoformat(),
    }
    repository.add(ticket)
    logger.info("ticket created", extra={"ticket": ticket["id"]})
    return _response(201, ticket)


def close_ticket(event, context):
    ticket_id = event["pathParameters"]["id"]
    try:
        repository.close(ticket_id)
    except TicketNotFound:
        return _response(404, {"message": "no such ticket"})
    return _response(200, {"id": ticket_id, "status": "closed"})


def get_ticket(event, context):
    ticket = repository.find(event["pathParameters"]["id"])
    if ticket is None:
        return _response(404, {"message": "no such ticket"})
    return _response(200, ticket)
