import json
import os
import uuid
from urllib.parse import unquote_plus

import boto3
from boto3.dynamodb.conditions import Key

s3 = boto3.client("s3")
table = boto3.resource("dynamodb").Table("uploads")


def presign(event, context):
    owner = event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"]
    key = f"{owner}/{uuid.uuid4()}"
    url = s3.generate_presigned_url(
        "put_object",
        Params={"Bucket": os.environ["BUCKET"], "Key": key},
        ExpiresIn=900,
    )
    return {"statusCode": 200, "body": json.dumps({"key": key, "url": url})}


def on_upload(event, context):
    for record in event["Records"]:
        obj = record["s3"]["object"]
        owner, _, name = unquote_plus(obj["key"]).partition("/")
        if not name:
            continue
        table.put_item(
            Item={"owner": owner, "name": name, "size": obj["size"], "etag": obj.get("eTag", "")}
        )


def list_uploads(event, context):
    found = []
    query = {"KeyConditionExpression": Key("owner").eq(event["pathParameters"]["owner"])}
    while page := table.query(**query):
        found += [{"name": i["name"], "size": int(i["size"])} for i in page["Items"]]
        if "LastEvaluatedKey" not in page:
            break
        query["ExclusiveStartKey"] = page["LastEvaluatedKey"]
    return {"statusCode": 200, "body": json.dumps(found)}
