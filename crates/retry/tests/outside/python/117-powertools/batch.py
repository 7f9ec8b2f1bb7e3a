import boto3
from aws_lambda_powertools.utilities.batch import (
    BatchProcessor,
    EventType,
    process_partial_response,
)
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

processor = BatchProcessor(event_type=EventType.SQS)
votes = boto3.resource("dynamodb").Table("votes")


def record_handler(record: SQSRecord):
    votes.update_item(
        Key={"candidate": record.json_body["candidate"]},
        UpdateExpression="ADD votes :one",
        ExpressionAttributeValues={":one": 1},
    )


def lambda_handler(event, context):
    return process_partial_response(
        event=event, record_handler=record_handler, processor=processor, context=context
    )
