"""Counts the words of all texts in a bucket; a state machine calls the three."""

import json
import os

import boto3

s3 = boto3.client("s3")


def driver(event, context):
    listed = s3.list_objects_v2(Bucket=os.environ["TEXTS"], Prefix=event["prefix"])
    return {"job": event["job"], "keys": [found["Key"] for found in listed.get("Contents", [])]}


def mapper(event, context):
    text = s3.get_object(Bucket=os.environ["TEXTS"], Key=event["key"])["Body"].read().decode()
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return counts


def reducer(event, context):
    stop = s3.get_object(Bucket=os.environ["TEXTS"], Key="stopwords")["Body"].read().decode()
    total = {}
    for counts in event["counts"]:
        for word, count in counts.items():
            if word not in stop:
                total[word] = total.get(word, 0) + count
    s3.put_object(Bucket=os.environ["COUNTS"], Key=event["job"], Body=json.dumps(total))
