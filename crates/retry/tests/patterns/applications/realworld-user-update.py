# realworld.user.update(email)
# update: unsafe alone, unsafe together

from boto3.dynamodb.conditions import Key
import boto3

users = boto3.resource("dynamodb").Table("users")


def update(event, context):
    taken = users.query(
        IndexName="email", KeyConditionExpression=Key("email").eq(event["email"])
    )
    if taken["Count"] != 0:
        return {"statusCode": 422}
    users.put_item(Item={"username": event["username"], "email": event["email"]})
    return {"statusCode": 200}


def find(event, context):
    return users.get_item(Key={"username": event["username"]}).get("Item")
