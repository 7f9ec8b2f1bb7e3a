import os

import boto3
from aws_lambda_powertools.event_handler import APIGatewayHttpResolver
from aws_lambda_powertools.event_handler.exceptions import NotFoundError

app = APIGatewayHttpResolver()
table = boto3.resource("dynamodb").Table(os.environ["LOYALTY_TABLE"])


@app.get("/members/<member>/balance")
def balance(member: str):
    item = table.get_item(Key={"pk": f"MEMBER#{member}"}).get("Item")
    if item is None:
        raise NotFoundError("unknown member")
    return {"member": member, "points": int(item["points"])}


def handler(event, context):
    return app.resolve(event, context)
