import boto3

from triggers import accounts

cognito = boto3.client("cognito-idp")


def handler(event, context):
    attributes = event["request"]["userAttributes"]
    accounts.create_if_missing(
        {"sub": attributes["sub"], "email": attributes["email"], "plan": "free"}
    )
    cognito.admin_add_user_to_group(
        UserPoolId=event["userPoolId"], Username=event["userName"], GroupName="members"
    )
    return event
