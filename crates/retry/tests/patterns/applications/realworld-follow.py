# realworld.follow from followers={x}
# follow: unsafe alone, unsafe together

import boto3

users = boto3.resource("dynamodb").Table("users")


def follow(event, context):
    user = users.get_item(Key={"user": event["user"]})["Item"]
    if user.get("followers") and event["follower"] not in user["followers"]:
        user["followers"].append(event["follower"])
    else:
        user["followers"] = [event["follower"]]
    users.put_item(Item=user)
