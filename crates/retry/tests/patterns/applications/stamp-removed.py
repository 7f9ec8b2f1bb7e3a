# object.what is removed again is as gone as before
# remove: safe alone, safe together

import boto3

s3 = boto3.client("s3")


def remove(event, context):
    s3.delete_object(Bucket="marks", Key=event["key"])


def read(event, context):
    return s3.head_object(Bucket="marks", Key=event["key"])["LastModified"].isoformat()
