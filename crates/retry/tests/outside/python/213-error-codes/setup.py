import boto3
from botocore.exceptions import ClientError

s3 = boto3.client("s3")
cognito = boto3.client("cognito-idp")


def create_bucket(event, context):
    try:
        s3.create_bucket(Bucket=f"tenant-{event['tenant']}")
    except s3.exceptions.BucketAlreadyOwnedByYou:
        pass
    return {"bucket": f"tenant-{event['tenant']}"}


def create_group(event, context):
    cognito.create_group(GroupName=event["tenant"], UserPoolId="eu-west-1_a")


def create_group_once(event, context):
    try:
        cognito.create_group(GroupName=event["tenant"], UserPoolId="eu-west-1_b")
    except ClientError as error:
        if error.response["Error"]["Code"] != "GroupExistsException":
            raise
