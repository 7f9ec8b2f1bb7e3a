import os
from typing import Literal

import boto3
from aws_lambda_powertools import Logger, Tracer
from aws_lambda_powertools.utilities.batch import (
    BatchProcessor,
    EventType,
    process_partial_response,
)
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from pydantic import BaseModel

logger = Logger()
tracer = Tracer()
processor = BatchProcessor(event_type=EventType.SQS)
table = boto3.resource("dynamodb").Table(os.environ["TICKETS_TABLE"])


class Ticket(BaseModel):
    customer: str
    subject: str
    priority: Literal["low", "normal", "high"] = "normal"


@tracer.capture_method
def file_ticket(record: SQSRecord):
    ticket = Ticket.model_validate_json(record.body)
    table.put_item(
        Item={
            "ticket_id": record.message_id,
            "customer": ticket.customer,
            "subject": ticket.subject,
            "priority": ticket.priority,
            "status": "open",
        }
    )
    logger.info("filed", extra={"ticket": record.message_id})


@logger.inject_lambda_context
@tracer.capture_lambda_handler
def lambda_handler(event, context):
    return process_partial_response(
        event=event, record_handler=file_ticket, processor=processor, context=context
    )
