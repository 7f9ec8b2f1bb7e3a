import secrets

import boto3

table = boto3.resource("dynamodb").Table("members")
sns = boto3.client("sns")


def post_confirmation(event, context):
    attributes = event["request"]["userAttributes"]
    try:
        table.put_item(
            Item={"id": attributes["sub"], "email": attributes["email"], "level": "bronze"},
            ConditionExpression="attribute_not_exists(id)",
        )
    except table.meta.client.exceptions.ConditionalCheckFailedException:
        pass
    return event


def define_challenge(event, context):
    session = event["request"]["session"]
    response = event["response"]
    if session and session[-1]["challengeResult"]:
        response["issueTokens"] = True
        response["failAuthentication"] = False
    elif len(session) >= 3:
        response["issueTokens"] = False
        response["failAuthentication"] = True
    else:
        response["issueTokens"] = False
        response["failAuthentication"] = False
        response["challengeName"] = "CUSTOM_CHALLENGE"
    return event


def create_challenge(event, context):
    code = "".join(secrets.choice("0123456789") for _ in range(6))
    phone = event["request"]["userAttributes"]["phone_number"]
    sns.publish(PhoneNumber=phone, Message=f"Your code is {code}")
    event["response"]["publicChallengeParameters"] = {"phone": phone[-4:]}
    event["response"]["privateChallengeParameters"] = {"answer": code}
    return event
