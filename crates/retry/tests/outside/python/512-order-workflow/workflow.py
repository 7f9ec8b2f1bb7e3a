import json
import os
from uuid import uuid4

import boto3

stepfunctions = boto3.client("stepfunctions")


class WorkflowStarter:
    def __init__(self, arn: str):
        self.arn = arn

    def start(self, order_id: str, payload: dict) -> str:
        response = stepfunctions.start_execution(
            stateMachineArn=self.arn,
            name=f"{order_id}-{uuid4().hex[:8]}",
            input=json.dumps(payload),
        )
        return response["executionArn"]


def start(event, context):
    detail = event["detail"]
    starter = WorkflowStarter(os.environ["WORKFLOW_ARN"])
    arn = starter.start(detail["orderId"], {"orderId": detail["orderId"], "items": detail["items"]})
    print(f"started {arn}")
