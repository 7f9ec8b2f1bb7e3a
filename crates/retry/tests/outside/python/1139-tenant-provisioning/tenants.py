import json
import os

import boto3

cognito = boto3.client("cognito-idp")
scheduler = boto3.client("scheduler")
tenants = boto3.resource("dynamodb").Table(os.environ["TENANTS"])
POOL = os.environ["POOL"]


def provision(event, context):
    tenant = event["tenant"]
    try:
        cognito.create_group(UserPoolId=POOL, GroupName=tenant, Description=f"Users of {tenant}")
    except cognito.exceptions.GroupExistsException:
        print("group exists")
    tenants.update_item(
        Key={"tenant": tenant},
        UpdateExpression="SET plan = if_not_exists(plan, :free)",
        ExpressionAttributeValues={":free": "free"},
    )
    return {"tenant": tenant}


def invite(event, context):
    tenant = event["pathParameters"]["tenant"]
    email = json.loads(event["body"])["email"]
    try:
        cognito.admin_create_user(
            UserPoolId=POOL,
            Username=email,
            UserAttributes=[{"Name": "email", "Value": email}, {"Name": "custom:tenant", "Value": tenant}],
            DesiredDeliveryMediums=["EMAIL"],
        )
    except cognito.exceptions.UsernameExistsException:
        return {"statusCode": 409, "body": json.dumps({"error": "user exists"})}
    cognito.admin_add_user_to_group(UserPoolId=POOL, Username=email, GroupName=tenant)
    return {"statusCode": 201}


def start_trial(event, context):
    scheduler.create_schedule(
        Name=f"trial-{event['tenant']}",
        ScheduleExpression=f"at({event['endsAt']})",
        FlexibleTimeWindow={"Mode": "OFF"},
        Target={
            "Arn": os.environ["TRIAL_END_ARN"],
            "RoleArn": os.environ["SCHEDULER_ROLE"],
            "Input": json.dumps({"tenant": event["tenant"]}),
        },
    )
    return {"tenant": event["tenant"]}
