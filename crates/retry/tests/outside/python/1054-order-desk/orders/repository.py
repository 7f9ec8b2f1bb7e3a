import os

import boto3
from botocore.exceptions import ClientError


class OrderRepository:
    def __init__(self):
        self.table = boto3.resource("dynamodb").Table(os.environ["ORDERS"])

    def save(self, item):
        self.table.put_item(Item=item)

    def find(self, order_id):
        return self.table.get_item(Key={"order_id": order_id}).get("Item")

    def set_state(self, order_id, state):
        try:
            self.table.update_item(
                Key={"order_id": order_id},
                UpdateExpression="SET #s = :s",
                ConditionExpression="attribute_exists(order_id)",
                ExpressionAttributeNames={"#s": "state"},
                ExpressionAttributeValues={":s": state},
            )
            return True
        except ClientError as error:
            if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
                return False
            raise
