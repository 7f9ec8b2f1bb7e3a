import os

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

logger = Logger(service="ingest")
processor = BatchProcessor(event_type=EventType.SQS)
readings = boto3.resource("dynamodb").Table(os.environ["READINGS"])


class InvalidReading(ValueError):
    pass


def record_handler(record: SQSRecord) -> None:
    reading = record.json_body
    if reading["celsius"] < -273:
        raise InvalidReading(reading["sensor"])
    readings.put_item(
        Item={
            "id": record.message_id,
            "sensor": reading["sensor"],
            "celsius": str(reading["celsius"]),
            "at": reading["at"],
        }
    )


@logger.inject_lambda_context
def lambda_handler(event: dict, context: LambdaContext):
    return process_partial_response(
        event=event, record_handler=record_handler, processor=processor, context=context
    )
