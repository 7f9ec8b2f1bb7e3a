import json
import os

import boto3

sfn = boto3.client("stepfunctions")


def handler(event, context):
    order_id = event["pathParameters"]["id"]
    body = json.loads(event["body"])
    execution = sfn.start_execution(
        stateMachineArn=os.environ["STATE_MACHINE_ARN"],
        name=f"order-{order_id}",
        input=json.dumps({"orderId": order_id, "sku": body["sku"], "quantity": body["quantity"]}),
    )
    return {"statusCode": 202, "body": json.dumps({"execution": execution["executionArn"]})}
