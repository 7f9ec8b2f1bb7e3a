import json
import os
from datetime import datetime, timezone
from urllib.parse import unquote_plus

import boto3
from boto3.dynamodb.conditions import Key

table = boto3.resource("dynamodb").Table(os.environ["CATALOG_TABLE"])


def on_upload(event, context):
    for record in event["Records"]:
        key = unquote_plus(record["s3"]["object"]["key"])
        album, _, photo = key.partition("/")
        if not photo:
            continue
        table.put_item(
            Item={
                "album": album,
                "photo": photo,
                "catalogedAt": datetime.now(timezone.utc).isoformat(),
            }
        )


def list_album(event, context):
    album = event["pathParameters"]["album"]
    items = table.query(KeyConditionExpression=Key("album").eq(album))["Items"]
    photos = [{"photo": i["photo"], "catalogedAt": i["catalogedAt"]} for i in items]
    return {"statusCode": 200, "body": json.dumps({"album": album, "photos": photos})}
