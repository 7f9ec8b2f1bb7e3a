import json
import logging

import boto3

log = logging.getLogger()
client = boto3.client("dynamodb")


def transaction(request_id, show, seats):
    return [
        {
            "Put": {
                "TableName": "tickets",
                "Item": {
                    "id": {"S": request_id},
                    "show": {"S": show},
                    "seats": {"N": str(seats)},
                },
            }
        },
        {
            "Update": {
                "TableName": "shows",
                "Key": {"show": {"S": show}},
                "UpdateExpression": "ADD sold :n",
                "ExpressionAttributeValues": {":n": {"N": str(seats)}},
            }
        },
    ]


def buy(event, context):
    body = json.loads(event["body"])
    client.transact_write_items(
        ClientRequestToken=body["requestId"],
        TransactItems=transaction(body["requestId"], body["show"], body["seats"]),
    )
    log.info("sold %s seats of %s", body["seats"], body["show"])
    return {"statusCode": 201, "body": json.dumps({"ticket": body["requestId"]})}
