import json
import os
from collections import Counter

import boto3
from boto3.dynamodb.conditions import Key

dynamodb = boto3.resource("dynamodb")
comments = dynamodb.Table(os.environ["COMMENTS"])
answers = dynamodb.Table(os.environ["ANSWERS"])


def comment(event, context):
    text = json.loads(event["body"])["text"].strip()
    comments.update_item(
        Key={"survey": event["pathParameters"]["survey"]},
        UpdateExpression="SET texts = list_append(if_not_exists(texts, :none), :text)",
        ExpressionAttributeValues={":none": [], ":text": [text]},
    )
    return {"statusCode": 204}


def answer(event, context):
    path = event["pathParameters"]
    choice = json.loads(event["body"])["choice"]
    answers.put_item(
        Item={"survey": path["survey"], "respondent": path["respondent"], "choice": choice}
    )
    return {"statusCode": 204}


def results(event, context):
    found = answers.query(KeyConditionExpression=Key("survey").eq(event["pathParameters"]["survey"]))
    tally = Counter(item["choice"] for item in found["Items"])
    return {"statusCode": 200, "body": json.dumps(dict(tally))}
