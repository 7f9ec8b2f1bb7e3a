"""A person approves; the waiting state machine goes on."""
import json

import boto3

sfn = boto3.client("stepfunctions")


def respond(status, text):
    return {
        "statusCode": status,
        "headers": {"content-type": "text/plain"},
        "body": text,
    }


def handler(event, context):
    form = json.loads(event["body"])
    if form["decision"] == "approve":
        sfn.send_task_success(
            taskToken=form["token"], output=json.dumps({"approvedBy": form["who"]})
        )
        return respond(200, "approved")
    sfn.send_task_failure(taskToken=form["token"], error="Rejected", cause=form.get("reason", ""))
    return respond(200, "rejected")
