import json

import boto3
from boto3.dynamodb.conditions import Attr

leases = boto3.resource("dynamodb").Table("leases")


def purge(event, context):
    """Removes what had expired when the schedule fired."""
    expired = leases.scan(FilterExpression=Attr("expires").lt(event["time"]))["Items"]
    for lease in expired:
        leases.delete_item(Key={"id": lease["id"]})


def renew(event, context):
    leases.put_item(
        Item={"id": event["pathParameters"]["id"], "expires": json.loads(event["body"])["expires"]}
    )
    return {"statusCode": 204}


def show(event, context):
    item = leases.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if item is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"expires": item["expires"]})}
