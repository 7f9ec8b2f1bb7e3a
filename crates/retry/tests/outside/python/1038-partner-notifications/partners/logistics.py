import os

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

from partners.http import deliver

logger = Logger()
processor = BatchProcessor(event_type=EventType.SQS)


def shipment(record: SQSRecord) -> None:
    deliver(
        f"{os.environ['LOGISTICS_URL']}/shipments",
        record.json_body,
        {"X-Source": "shop"},
    )
    logger.info("announced", extra={"message": record.message_id})


def handler(event, context):
    return process_partial_response(
        event=event, record_handler=shipment, processor=processor, context=context
    )
