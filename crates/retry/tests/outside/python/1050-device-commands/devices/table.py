import os

import boto3

dynamodb = boto3.resource("dynamodb")
commands = dynamodb.Table(os.environ["COMMANDS"])
Refused = dynamodb.meta.client.exceptions.ConditionalCheckFailedException
