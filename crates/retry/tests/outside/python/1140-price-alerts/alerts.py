import json
import os
import uuid
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["ALERTS"])
sns = boto3.client("sns")


def on_tick(event, context):
    tick = event["detail"]
    price = Decimal(str(tick["price"]))
    candidates = table.scan(FilterExpression=Attr("symbol").eq(tick["symbol"]) & Attr("fired").not_exists())["Items"]
    for alert in candidates:
        if price < alert["threshold"]:
            continue
        try:
            table.update_item(
                Key={"alert": alert["alert"]},
                UpdateExpression="SET fired = :price",
                ConditionExpression=Attr("fired").not_exists(),
                ExpressionAttributeValues={":price": price},
            )
        except ClientError as e:
            if e.response["Error"]["Code"] == "ConditionalCheckFailedException":
                continue
            raise
        sns.publish(TopicArn=os.environ["TOPIC"], Message=f"{tick['symbol']} reached {price} ({alert['user']})")


def create(event, context):
    body = json.loads(event["body"], parse_float=Decimal)
    alert_id = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{body['user']}/{body['symbol']}/{body['threshold']}"))
    table.put_item(
        Item={"alert": alert_id, "user": body["user"], "symbol": body["symbol"], "threshold": body["threshold"]}
    )
    return {"statusCode": 201, "body": json.dumps({"alert": alert_id})}


def list_alerts(event, context):
    items = table.scan(FilterExpression=Attr("user").eq(event["pathParameters"]["user"]))["Items"]
    return {
        "statusCode": 200,
        "body": json.dumps([{"symbol": i["symbol"], "threshold": str(i["threshold"]), "fired": "fired" in i} for i in items]),
    }
