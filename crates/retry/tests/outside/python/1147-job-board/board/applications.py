import json
import os

import boto3
from boto3.dynamodb.conditions import Key

from .web import HttpError, json_endpoint

dynamodb = boto3.resource("dynamodb")
jobs = dynamodb.Table(os.environ["JOBS"])
applications = dynamodb.Table(os.environ["APPLICATIONS"])


@json_endpoint
def apply(event):
    job, applicant = event["pathParameters"]["job"], event["pathParameters"]["applicant"]
    item = jobs.get_item(Key={"job": job}).get("Item")
    if item is None or "taken_down" in item:
        raise HttpError(410, "this job is gone")
    applications.put_item(Item={"job": job, "applicant": applicant})
    return 201, {"job": job, "applicant": applicant}


@json_endpoint
def list_all(event):
    found = applications.query(KeyConditionExpression=Key("job").eq(event["pathParameters"]["job"]))
    return 200, [item["applicant"] for item in found["Items"]]
