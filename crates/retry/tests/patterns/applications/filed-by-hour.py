# the hour at which an attempt runs is a part of the key
# file: unsafe alone, unsafe together

from datetime import datetime

import boto3

files = boto3.resource("dynamodb").Table("files")


def file(event, context):
    hour = datetime.now().hour
    files.put_item(Item={"id": f"{hour}/{event['id']}", "text": event["text"]})
