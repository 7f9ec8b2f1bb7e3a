import os

import httpx
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

logger = Logger()
processor = BatchProcessor(event_type=EventType.SQS)


def record_handler(record: SQSRecord):
    contact = record.json_body
    response = httpx.post(
        f"{os.environ['CRM_URL']}/contacts",
        json={"email": contact["email"], "name": contact["name"]},
        headers={"Idempotency-Key": record.message_id},
        timeout=10,
    )
    response.raise_for_status()
    logger.info("contact sent to the CRM")


def handler(event, context):
    return process_partial_response(
        event=event, record_handler=record_handler, processor=processor, context=context
    )
