import os

import boto3

cognito = boto3.client("cognito-idp")
sns = boto3.client("sns")
customers = boto3.resource("dynamodb").Table(os.environ["CUSTOMERS"])


def approve(event, context):
    customer = event["customer"]
    cognito.admin_add_user_to_group(UserPoolId=os.environ["USER_POOL"], Username=customer, GroupName="verified")
    customers.update_item(
        Key={"customer": customer},
        UpdateExpression="SET verified = :yes, documents_checked = if_not_exists(documents_checked, :doc)",
        ExpressionAttributeValues={":yes": True, ":doc": event["document"]},
    )
    return {"customer": customer, "verified": True}


def notify(event, context):
    sns.publish(TopicArn=os.environ["TOPIC"], Message=f"{event['customer']} is verified")
    return event
