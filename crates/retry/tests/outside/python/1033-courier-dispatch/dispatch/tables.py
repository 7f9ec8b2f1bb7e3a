import os

import boto3

dynamodb = boto3.resource("dynamodb")
couriers = dynamodb.Table(os.environ["COURIERS"])
deliveries = dynamodb.Table(os.environ["DELIVERIES"])
Conflict = dynamodb.meta.client.exceptions.ConditionalCheckFailedException
