# Figure 1: payment and adaptDiscount
# payment: unsafe alone, unsafe together

import uuid

import boto3
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
discounts = dynamodb.Table("Discount")
balances = dynamodb.Table("Balance")
receipts = dynamodb.Table("Receipt")


# The paper declares the identifier unique; here a random part makes it so.
def generate_id(user, product):
    return f"{user}/{product}/{uuid.uuid4()}"


def is_valid(percent):
    return 0 <= percent <= 100


def payment(event, context):
    discount = discounts.get_item(Key={"productId": event["productId"]})["Item"]["discount"]
    total = event["price"] * discount
    success = True
    try:
        balances.update_item(
            Key={"userId": event["userId"]},
            UpdateExpression="SET amount = amount - :total",
            ConditionExpression="amount >= :total",
            ExpressionAttributeValues={":total": total},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        success = False
    receipt = generate_id(event["userId"], event["productId"])
    if success:
        receipts.put_item(Item={"receiptId": receipt, "total": total})


def adaptDiscount(event, context):
    if not is_valid(event["percent"]):
        return
    discount = 1.0 - event["percent"] / 100.0
    discounts.put_item(Item={"productId": event["productId"], "discount": discount})
