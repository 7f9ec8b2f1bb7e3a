import json
import os
from decimal import Decimal

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

logger = Logger(service="intake")
processor = BatchProcessor(event_type=EventType.SQS)
table = boto3.resource("dynamodb").Table(os.environ["INTAKE_TABLE"])


def handle_record(record: SQSRecord):
    order = json.loads(record.body)
    total = sum(Decimal(str(line["price"])) * line["quantity"] for line in order["lines"])
    table.put_item(
        Item={
            "id": record.message_id,
            "customer": order["customer"],
            "total": total,
            "skus": sorted(line["sku"] for line in order["lines"]),
        }
    )
    logger.info("stored", extra={"message": record.message_id})


@logger.inject_lambda_context
def ingest(event, context):
    return process_partial_response(
        event=event, record_handler=handle_record, processor=processor, context=context
    )


def get_intake(event, context):
    item = table.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if item is None:
        return {"statusCode": 404, "body": json.dumps({"error": "unknown"})}
    return {"statusCode": 200, "body": json.dumps(item, default=str)}
