import json
import os

import boto3
from src.words import words

keywords = boto3.resource("dynamodb").Table(os.environ["KEYWORDS"])


def handler(event, context):
    for record in event["Records"]:
        doc = json.loads(record["body"])
        found = sorted(map(str, words(doc["title"])))
        for rank, keyword in enumerate(found):
            keywords.put_item(Item={"keyword": keyword, "doc": doc["id"], "rank": rank})
