# object.what a resource tells of an object is read from it
# save: safe alone, unsafe-concurrent together
# today: safe alone, unknown together

import boto3

objects = boto3.resource("s3")


def save(event, context):
    objects.Object("files", event["key"]).put(Body=event["body"])


def read(event, context):
    return objects.Object("files", event["key"]).content_length
