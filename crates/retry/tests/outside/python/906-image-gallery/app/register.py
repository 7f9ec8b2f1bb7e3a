import json
import os
import uuid

import boto3

s3 = boto3.client("s3")
table = boto3.resource("dynamodb").Table(os.environ["IMAGES_TABLE"])


def handler(event, context):
    body = json.loads(event["body"])
    image_id = str(uuid.uuid4())
    table.put_item(
        Item={"imageId": image_id, "title": body["title"], "status": "PENDING"}
    )
    url = s3.generate_presigned_url(
        "put_object",
        Params={"Bucket": os.environ["UPLOADS_BUCKET"], "Key": image_id},
        ExpiresIn=900,
    )
    return {"statusCode": 201, "body": json.dumps({"imageId": image_id, "uploadUrl": url})}
