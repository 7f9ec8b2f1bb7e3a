import os

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["CLAIMS"])


class ClaimStore:
    @staticmethod
    def open(claim_id, policy, description):
        try:
            table.put_item(
                Item={"claim_id": claim_id, "policy": policy, "description": description, "documents": []},
                ConditionExpression="attribute_not_exists(claim_id)",
            )
        except ClientError as e:
            if e.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise

    @staticmethod
    def load(claim_id):
        return table.get_item(Key={"claim_id": claim_id}).get("Item")

    @staticmethod
    def assign(claim_id, assessor):
        try:
            table.update_item(
                Key={"claim_id": claim_id},
                UpdateExpression="SET assessor = :assessor",
                ConditionExpression="attribute_exists(claim_id) AND attribute_not_exists(assessor)",
                ExpressionAttributeValues={":assessor": assessor},
            )
        except ClientError as e:
            if e.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise

    @staticmethod
    def add_document(claim_id, document):
        table.update_item(
            Key={"claim_id": claim_id},
            UpdateExpression="SET documents = list_append(documents, :document)",
            ExpressionAttributeValues={":document": [document]},
        )
