import json
import os
from decimal import Decimal

import boto3
from aws_lambda_powertools import Logger, Tracer
from aws_lambda_powertools.utilities.batch import (
    BatchProcessor,
    EventType,
    process_partial_response,
)
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

logger = Logger()
tracer = Tracer()
processor = BatchProcessor(event_type=EventType.SQS)
inbox = boto3.resource("dynamodb").Table(os.environ["INBOX_TABLE"])


@tracer.capture_method
def record_handler(record: SQSRecord):
    statement = json.loads(record.body, parse_float=Decimal)
    inbox.put_item(
        Item={
            "messageId": record.message_id,
            "iban": statement["iban"],
            "amount": statement["amount"],
        }
    )
    logger.info("stored", extra={"message_id": record.message_id})


@logger.inject_lambda_context
@tracer.capture_lambda_handler
def handler(event, context):
    return process_partial_response(
        event=event, record_handler=record_handler, processor=processor, context=context
    )
