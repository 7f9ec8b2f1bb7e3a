# put(now()) in a bucket + reader that an event of the bucket starts
# save: safe alone, unsafe-concurrent together

import os
import time

import boto3

objects = boto3.client("s3")


def save(event, context):
    objects.put_object(Bucket=os.environ["FILES"], Key=event["id"], Body=str(time.time()))


def show(event, context):
    s3 = event["Records"][0]["s3"]
    return objects.get_object(Bucket=s3["bucket"]["name"], Key=s3["object"]["key"])["Body"].read()
