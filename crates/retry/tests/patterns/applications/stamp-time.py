# object.the same content written again is newer
# save: safe alone, unsafe-concurrent together
# today: safe alone, unknown together

import boto3

s3 = boto3.client("s3")


def save(event, context):
    s3.put_object(Bucket="marks", Key=event["key"], Body=b"done")


def read(event, context):
    head = s3.head_object(Bucket="marks", Key=event["key"])
    return head["LastModified"].isoformat()
