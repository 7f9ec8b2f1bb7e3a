import json
import os

import boto3

import ledger

dynamodb = boto3.client("dynamodb")


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def debit(event, context):
    body = json.loads(event["body"])
    try:
        ledger.take(f"debit#{body['id']}", event["pathParameters"]["wallet"], body["amount"])
    except ledger.Refused as refused:
        if not refused.seen_before:
            return reply(402, error="insufficient balance")
    return reply(200, id=body["id"])


def payout(event, context):
    body = json.loads(event["body"])
    try:
        ledger.take(f"payout#{body['id']}", event["pathParameters"]["wallet"], body["amount"])
    except ledger.Refused as refused:
        if refused.too_poor:
            return reply(402, error="insufficient balance")
    return reply(200, id=body["id"])


def top_up(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        try:
            dynamodb.update_item(
                TableName=os.environ["WALLETS"],
                Key={"wallet_id": {"S": body["wallet"]}},
                UpdateExpression="ADD balance :amount SET last_top_up = :message",
                ConditionExpression="attribute_not_exists(last_top_up) OR last_top_up <> :message",
                ExpressionAttributeValues={
                    ":amount": {"N": str(body["amount"])},
                    ":message": {"S": record["messageId"]},
                },
            )
        except dynamodb.exceptions.ConditionalCheckFailedException:
            print("already booked", record["messageId"])
