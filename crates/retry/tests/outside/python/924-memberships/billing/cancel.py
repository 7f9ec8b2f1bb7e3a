import json

from botocore.exceptions import ClientError

from billing import members


def handler(event, context):
    member_id = event["pathParameters"]["memberId"]
    try:
        members.update_item(
            Key={"memberId": member_id},
            UpdateExpression="SET #s = :cancelled",
            ConditionExpression="attribute_exists(memberId)",
            ExpressionAttributeNames={"#s": "status"},
            ExpressionAttributeValues={":cancelled": "cancelled"},
        )
    except ClientError as e:
        if e.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return {"statusCode": 404, "body": json.dumps({"error": "no such member"})}
        raise
    return {"statusCode": 200, "body": json.dumps({"status": "cancelled"})}
