# object.a listing says when each was written
# save: safe alone, unsafe-concurrent together
# today: safe alone, unknown together

import boto3

marks = boto3.resource("s3").Bucket("marks")


def save(event, context):
    marks.put_object(Key=event["key"], Body=b"done")


def list_all(event, context):
    return [f"{mark.key} {mark.last_modified}" for mark in marks.objects.all()]
