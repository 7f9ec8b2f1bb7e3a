import json

import boto3

client = boto3.client("dynamodb")


def answer(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def reserve(event, context):
    body = json.loads(event["body"])
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": "reservations",
                        "Item": {
                            "id": {"S": body["reservation"]},
                            "seat": {"S": body["seat"]},
                            "customer": {"S": body["customer"]},
                        },
                        "ConditionExpression": "attribute_not_exists(id)",
                    }
                },
                {
                    "Update": {
                        "TableName": "seats",
                        "Key": {"seat": {"S": body["seat"]}},
                        "UpdateExpression": "SET heldBy = :r",
                        "ConditionExpression": "attribute_not_exists(heldBy)",
                        "ExpressionAttributeValues": {":r": {"S": body["reservation"]}},
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException:
        return answer(409, error="seat is taken")
    return answer(201, reservation=body["reservation"])


def confirm(event, context):
    reservation = event["pathParameters"]["id"]
    seat = json.loads(event["body"])["seat"]
    try:
        client.update_item(
            TableName="seats",
            Key={"seat": {"S": seat}},
            UpdateExpression="SET confirmed = :yes",
            ConditionExpression="heldBy = :r",
            ExpressionAttributeValues={":yes": {"BOOL": True}, ":r": {"S": reservation}},
        )
    except client.exceptions.ConditionalCheckFailedException:
        return answer(409, error="seat is not yours")
    return answer(200, reservation=reservation, confirmed=True)
