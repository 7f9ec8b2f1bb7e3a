# results beside their sources, told apart by how keys begin or end
# convert: safe alone, safe together

import boto3

objects = boto3.client("s3")


def convert(event, context):
    for record in event["Records"]:
        bucket, key = record["s3"]["bucket"]["name"], record["s3"]["object"]["key"]
        if key.startswith("small/"):
            continue
        found = objects.get_object(Bucket=bucket, Key=key)
        objects.put_object(Bucket=bucket, Key="small/" + key, Body=found["Body"].read())
