import json
import re

import boto3
from aws_lambda_powertools import Logger, Tracer
from aws_lambda_powertools.utilities.batch import (
    BatchProcessor,
    EventType,
    process_partial_response,
)

logger = Logger(service="search-index")
tracer = Tracer(service="search-index")
processor = BatchProcessor(event_type=EventType.SQS)
table = boto3.resource("dynamodb").Table("search-index")
STOP = {"the", "a", "of"}


@tracer.capture_method
def index_document(record):
    document = json.loads(record.body)
    if not document.get("title"):
        raise ValueError("a document needs a title")
    for word in sorted(set(re.findall(r"[a-z]+", document["title"].lower())) - STOP):
        table.put_item(Item={
            "word": word,
            "document": document["id"],
            "title": document["title"],
        })


@logger.inject_lambda_context
@tracer.capture_lambda_handler
def index(event, context):
    return process_partial_response(
        event=event,
        record_handler=index_document,
        processor=processor,
        context=context,
    )
