import boto3
from botocore.exceptions import ClientError

handled = boto3.resource("dynamodb").Table("handled-messages")


class AlreadyHandled(Exception):
    pass


def claim(message_id):
    try:
        handled.put_item(
            Item={"message": message_id},
            ConditionExpression="attribute_not_exists(message)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            raise AlreadyHandled(message_id) from error
        raise
