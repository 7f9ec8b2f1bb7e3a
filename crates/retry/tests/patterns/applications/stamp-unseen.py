# object.who lists the keys and compares tags does not see that the same was written again
# save: safe alone, safe together

import boto3

s3 = boto3.client("s3")


def save(event, context):
    s3.put_object(Bucket="marks", Key=event["key"], Body=b"done")


def list_all(event, context):
    return [mark["Key"] for mark in s3.list_objects_v2(Bucket="marks").get("Contents", [])]


def compare(event, context):
    return s3.head_object(Bucket="marks", Key=event["key"])["ETag"] == event["tag"]
