import json
import uuid
from abc import ABC, abstractmethod

import boto3
from botocore.exceptions import ClientError


class Handler(ABC):
    def __init__(self, table):
        self.table = table

    def __call__(self, event, context):
        body = json.loads(event["body"])
        status, answer = self.run(body)
        return {"statusCode": status, "body": json.dumps(answer)}

    @abstractmethod
    def run(self, body): ...


class CreateInvoice(Handler):
    def run(self, body):
        invoice = {"number": body["number"], "amount": body["amount"]}
        try:
            self.table.put_item(
                Item=invoice,
                ConditionExpression="attribute_not_exists(#n)",
                ExpressionAttributeNames={"#n": "number"},
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise
        return 200, {"number": body["number"]}


class CreateNote(Handler):
    def run(self, body):
        note = {"id": str(uuid.uuid4()), "text": body["text"]}
        self.table.put_item(Item=note)
        return 201, note


dynamodb = boto3.resource("dynamodb")
create_invoice = CreateInvoice(dynamodb.Table("invoices"))
create_note = CreateNote(dynamodb.Table("notes"))
