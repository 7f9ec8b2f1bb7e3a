import os

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

logger = Logger()
processor = BatchProcessor(event_type=EventType.SQS)
table = boto3.resource("dynamodb").Table(os.environ["LOYALTY_TABLE"])


def burn(record: SQSRecord):
    body = record.json_body
    table.put_item(
        Item={"pk": f"MSG#{record.message_id}"},
        ConditionExpression="attribute_not_exists(pk)",
    )
    table.update_item(
        Key={"pk": f"MEMBER#{body['member']}"},
        UpdateExpression="ADD points :points",
        ExpressionAttributeValues={":points": -body["points"]},
    )


@logger.inject_lambda_context
def handler(event, context):
    return process_partial_response(event=event, record_handler=burn, processor=processor, context=context)
