"""Tells a partner about new events; a partner that is down must not block the shard."""
import logging
import os

import httpx
from boto3.dynamodb.types import TypeDeserializer

logger = logging.getLogger()
deserializer = TypeDeserializer()
client = httpx.Client(timeout=3.0)


def image_of(record):
    image = record["dynamodb"]["NewImage"]
    return {key: deserializer.deserialize(value) for key, value in image.items()}


def forward(document):
    try:
        reply = client.post(os.environ["PARTNER_URL"], json={"id": document["id"], "kind": document["kind"]})
        reply.raise_for_status()
    except httpx.HTTPError as error:
        logger.warning("partner said %s", error)


def handler(event, context):
    for record in event["Records"]:
        if record["eventName"] == "INSERT":
            forward(image_of(record))
