"""Optimistic locking: read the version, write only if it is still the same."""
import json

import boto3
from botocore.exceptions import ClientError

projects = boto3.resource("dynamodb").Table("projects")


def load(project_id):
    return projects.get_item(Key={"id": project_id}, ConsistentRead=True).get("Item")


def save(project, name):
    projects.update_item(
        Key={"id": project["id"]},
        UpdateExpression="SET #name = :name, version = :next",
        ConditionExpression="version = :seen",
        ExpressionAttributeNames={"#name": "name"},
        ExpressionAttributeValues={
            ":name": name,
            ":seen": project["version"],
            ":next": project["version"] + 1,
        },
    )


def rename(event, context):
    name = json.loads(event["body"])["name"]
    project = load(event["pathParameters"]["id"])
    if project is None:
        return {"statusCode": 404}
    try:
        save(project, name)
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return {"statusCode": 409, "body": json.dumps({"error": "somebody was faster"})}
        raise
    return {"statusCode": 200, "body": json.dumps({"name": name})}
