import os

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

logger = Logger()
processor = BatchProcessor(event_type=EventType.SQS)
client = boto3.client("dynamodb")
TABLE = os.environ["LOYALTY_TABLE"]


def award(record: SQSRecord):
    body = record.json_body
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": TABLE,
                        "Item": {"pk": {"S": f"MSG#{record.message_id}"}},
                        "ConditionExpression": "attribute_not_exists(pk)",
                    }
                },
                {
                    "Update": {
                        "TableName": TABLE,
                        "Key": {"pk": {"S": f"MEMBER#{body['member']}"}},
                        "UpdateExpression": "ADD points :points",
                        "ExpressionAttributeValues": {":points": {"N": str(body["points"])}},
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException as error:
        if error.response["CancellationReasons"][0]["Code"] == "ConditionalCheckFailed":
            logger.info("points were awarded before", message=record.message_id)
            return
        raise


@logger.inject_lambda_context
def handler(event, context):
    return process_partial_response(event=event, record_handler=award, processor=processor, context=context)
