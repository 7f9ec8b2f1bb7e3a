import json
import os
from urllib.parse import unquote_plus

import boto3

client = boto3.client("dynamodb")
s3 = boto3.client("s3")
documents = boto3.resource("dynamodb").Table(os.environ["DOCUMENTS"])


def sign(event, context):
    request = json.loads(event["Records"][0]["Sns"]["Message"])
    # one transaction: nobody sees a signed document without its signature
    client.transact_write_items(
        TransactItems=[
            {
                "Update": {
                    "TableName": os.environ["DOCUMENTS"],
                    "Key": {"id": {"S": request["document"]}},
                    "UpdateExpression": "SET #s = :signed",
                    "ConditionExpression": "#s = :pending",
                    "ExpressionAttributeNames": {"#s": "status"},
                    "ExpressionAttributeValues": {
                        ":signed": {"S": "signed"},
                        ":pending": {"S": "pending"},
                    },
                }
            },
            {
                "Put": {
                    "TableName": os.environ["SIGNATURES"],
                    "Item": {
                        "document": {"S": request["document"]},
                        "signer": {"S": request["signer"]},
                        "value": {"S": request["signature"]},
                    },
                }
            },
        ]
    )


def archive(event, context):
    for record in event["Records"]:
        source = {
            "Bucket": record["s3"]["bucket"]["name"],
            "Key": unquote_plus(record["s3"]["object"]["key"]),
        }
        s3.copy_object(
            Bucket=os.environ["ARCHIVE"],
            Key=f"documents/{source['Key']}",
            CopySource=source,
        )


def view(event, context):
    item = documents.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if item is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"status": item["status"]})}
