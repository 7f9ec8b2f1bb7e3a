# Each handler with what is true of it alone and the code of the finding: what a
# retry does wrong, or that it does nothing wrong.
import boto3
from botocore.exceptions import ClientError
from pymongo import MongoClient

dynamodb = boto3.resource("dynamodb")
orders = dynamodb.Table("orders")
requests = dynamodb.Table("requests")
customers = dynamodb.Table("customers")
sns = boto3.client("sns")
users = MongoClient("mongodb://db").app.users


# AP110: an insert that is refused on the retry
def insert_if_absent(event, context):
    orders.put_item(Item={"id": event["id"]}, ConditionExpression="attribute_not_exists(id)")


# AP110: the message is never sent
def insert_then_tell(event, context):
    orders.put_item(Item={"id": event["id"]}, ConditionExpression="attribute_not_exists(id)")
    sns.publish(TopicArn="orders", Message=event["id"])


# AP110: what must be there is gone
def delete_existing(event, context):
    orders.delete_item(Key={"id": event["id"]}, ConditionExpression="attribute_exists(id)")


# AP110: a document with a fixed id can be inserted once
def insert_fixed_id(event, context):
    users.insert_one({"_id": f"user-{event['id']}", "name": event["name"]})


# AP110: a KeyError where the item is gone
def spend_token(event, context):
    token = orders.get_item(Key={"id": event["token"]})["Item"]
    orders.delete_item(Key={"id": token["id"]})


# safe: the refusal is taken for success
def insert_and_go_on(event, context):
    try:
        orders.put_item(Item={"id": event["id"]}, ConditionExpression="attribute_not_exists(id)")
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


# safe: what is missing is missing with and without a crash
def read_that_fails(event, context):
    orders.put_item(Item={"id": event["id"], "state": "new"})
    found = customers.get_item(Key={"id": event["other"]}).get("Item")
    if found is None:
        raise LookupError("no such customer")


# safe: it fails for its input, after a write
def validates_late(event, context):
    orders.put_item(Item={"id": event["id"], "amount": event["amount"]})
    if event["amount"] < 0:
        raise ValueError("less than nothing")


# AP111: the note comes before the work
def noted_too_early(event, context):
    if "Item" in requests.get_item(Key={"id": event["id"]}):
        return "done"
    requests.put_item(Item={"id": event["id"]})
    sns.publish(TopicArn="orders", Message=event["id"])
    return "done"


# AP112: how many were deleted
def deleted_count(event, context):
    return users.delete_one({"_id": event["id"]}).deleted_count


# AP104: the question comes first
def asked_first(event, context):
    if "Item" not in orders.get_item(Key={"id": event["id"]}):
        return 404
    orders.delete_item(Key={"id": event["id"]})
    return 204
