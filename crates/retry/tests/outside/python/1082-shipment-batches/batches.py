import json
import os

import boto3
from aws_lambda_powertools.utilities.batch import (
    BatchProcessor,
    EventType,
    process_partial_response,
)
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

dynamodb = boto3.resource("dynamodb")
shipments = dynamodb.Table(os.environ["SHIPMENTS"])
processor = BatchProcessor(event_type=EventType.SQS)


def store_record(record: SQSRecord):
    shipment = json.loads(record.body)
    shipments.put_item(
        Item={
            "id": record.message_id,
            "carrier": shipment["carrier"],
            "parcel": shipment["parcel"],
        }
    )


def store(event, context):
    return process_partial_response(
        event=event, record_handler=store_record, processor=processor, context=context
    )
