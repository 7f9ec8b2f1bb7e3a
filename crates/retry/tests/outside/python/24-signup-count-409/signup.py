"""Sign up for a course; nobody signs up twice."""
import json

import boto3
from boto3.dynamodb.conditions import Key

signups = boto3.resource("dynamodb").Table("signups")


def taken(course, email):
    reply = signups.query(
        KeyConditionExpression=Key("course").eq(course) & Key("email").eq(email),
        Select="COUNT",
        ConsistentRead=True,
    )
    return reply["Count"] > 0


def handler(event, context):
    course = json.loads(event["body"])["course"]
    email = event["requestContext"]["authorizer"]["claims"]["email"]
    if taken(course, email):
        return {
            "statusCode": 409,
            "body": json.dumps({"message": f"{email} is signed up for {course} already"}),
        }
    signups.put_item(Item={"course": course, "email": email})
    return {"statusCode": 201, "body": json.dumps({"course": course, "email": email})}
