import os
import uuid
from datetime import datetime, timezone

import boto3
from boto3.dynamodb.conditions import Attr, Key
from botocore.exceptions import ClientError
from chalice import BadRequestError, Chalice

app = Chalice(app_name="blog-comments")
table = boto3.resource("dynamodb").Table(os.environ["COMMENTS"])
NAMESPACE = uuid.UUID("5d0a3bb2-5e0e-4ad3-9b4f-0f6f3f0f7b11")


@app.route("/posts/{slug}/comments", methods=["POST"])
def comment(slug):
    body = app.current_request.json_body
    if not body.get("text"):
        raise BadRequestError("empty comment")
    # the same text by the same author is the same comment
    comment_id = str(uuid.uuid5(NAMESPACE, f"{slug}\n{body['author']}\n{body['text']}"))
    try:
        table.put_item(
            Item={
                "slug": slug,
                "comment": comment_id,
                "author": body["author"],
                "text": body["text"],
                "at": datetime.now(timezone.utc).isoformat(),
            },
            ConditionExpression=Attr("comment").not_exists(),
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return {"comment": comment_id}


@app.route("/posts/{slug}/comments", methods=["GET"])
def list_comments(slug):
    items = table.query(KeyConditionExpression=Key("slug").eq(slug))["Items"]
    visible = [i for i in items if not i.get("hidden")]
    return [{"author": i["author"], "text": i["text"], "at": i["at"]} for i in visible]
