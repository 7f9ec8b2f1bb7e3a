import json

from aws_lambda_powertools import Logger
from pynamodb.exceptions import PutError

from models import Ticket

logger = Logger(service="tickets")


@logger.inject_lambda_context
def open_ticket(event, context):
    body = json.loads(event["body"])
    if len(body.get("text", "")) < 3:
        return {"statusCode": 400, "body": json.dumps({"error": "say what is wrong"})}
    ticket = Ticket(reporter=body["reporter"], text=body["text"])
    try:
        ticket.save(Ticket.id.does_not_exist())
    except PutError:
        logger.exception("could not store the ticket")
        return {"statusCode": 503, "body": json.dumps({"error": "try again"})}
    return {"statusCode": 201, "body": json.dumps({"id": ticket.id, "state": ticket.state})}
