import json
import os
from enum import Enum

import boto3

sfn = boto3.client("stepfunctions")
table = boto3.resource("dynamodb").Table(os.environ["EXPENSES"])


class Decision(str, Enum):
    APPROVED = "approved"
    REJECTED = "rejected"


def start(event, context):
    expense = json.loads(event["body"])
    execution = sfn.start_execution(
        stateMachineArn=os.environ["STATE_MACHINE"],
        name=f"expense-{expense['id']}",
        input=json.dumps({"id": expense["id"], "cents": expense["cents"]}),
    )
    return {"statusCode": 202, "body": json.dumps({"execution": execution["executionArn"]})}


def decide(event, context):
    approve = json.loads(event["body"])["approve"]
    decision = Decision.APPROVED if approve else Decision.REJECTED
    result = table.update_item(
        Key={"id": event["pathParameters"]["id"]},
        UpdateExpression="SET decision = if_not_exists(decision, :d)",
        ExpressionAttributeValues={":d": decision.value},
        ReturnValues="ALL_NEW",
    )
    return {"statusCode": 200, "body": json.dumps({"decision": result["Attributes"]["decision"]})}
