# Calls that only look, that set something to what it is already, or that the service
# recognises when they are repeated: none of them is seen twice.

import uuid

import boto3
import requests
import stripe
from botocore.exceptions import ClientError

objects = boto3.resource("s3")
keys = boto3.client("kms")
items = boto3.client("dynamodb")
queues = boto3.client("sqs")


# safe: it only looks
def listed(event, context):
    return [summary.key for summary in objects.Bucket("files").objects.all()]


# safe: it only looks
def filtered(event, context):
    for summary in objects.Bucket("files").objects.filter(Prefix=event["prefix"]):
        print(summary.key)


# safe: it only looks
def retrieved(event, context):
    stripe.Customer.retrieve(event["id"])


# unsafe: it charges
def charged(event, context):
    stripe.Charge.create(amount=event["amount"])


# safe: the service knows the key
def charged_once(event, context):
    stripe.Charge.create(amount=event["amount"], idempotency_key=event["id"])


# safe: it checks a signature
def webhook(event, context):
    return stripe.Webhook.construct_event(event["body"], event["signature"], "secret")["type"]


# safe: nobody sees a signature
def signed(event, context):
    keys.sign(KeyId="k", Message=event["text"], SigningAlgorithm="RSASSA_PSS_SHA_256")


# safe: it only looks
def selected(event, context):
    items.execute_statement(Statement='SELECT * FROM "orders" WHERE id = ?', Parameters=[{"S": event["id"]}])


# safe: the service knows the key
def key_in_headers(event, context):
    requests.post("https://example.com/charges", json={}, headers={"Idempotency-Key": event["id"]})


# safe: the queue knows all entries
def batch(event, context):
    queues.send_message_batch(
        QueueUrl="q.fifo",
        Entries=[{"Id": "a", "MessageBody": "b", "MessageGroupId": "g", "MessageDeduplicationId": event["id"]}],
    )


groups = boto3.client("cognito-idp")
roles = boto3.client("iam")


# safe: a group of that name is passed over
def group_made_once(event, context):
    try:
        groups.create_group(GroupName=event["name"], UserPoolId="pool")
    except groups.exceptions.GroupExistsException:
        pass


# safe: the same, by its code, which is not the name of the class
def role_made_once(event, context):
    try:
        roles.create_role(RoleName=event["name"], AssumeRolePolicyDocument="{}")
    except ClientError as error:
        if error.response["Error"]["Code"] != "EntityAlreadyExists":
            raise


# unsafe: the retry fails because the group is there
def group_made(event, context):
    groups.create_group(GroupName=event["name"], UserPoolId="pool")


# unsafe: each attempt makes another one
def group_of_new_name(event, context):
    try:
        groups.create_group(GroupName=str(uuid.uuid4()), UserPoolId="pool")
    except groups.exceptions.GroupExistsException:
        pass


# unsafe: what follows is left out on the retry
def group_announced(event, context):
    try:
        groups.create_group(GroupName=event["name"], UserPoolId="pool")
    except groups.exceptions.GroupExistsException:
        return
    queues.send_message(QueueUrl="q", MessageBody=event["name"])


# unsafe: the answer has a time
def group_answered(event, context):
    answer = groups.create_group(GroupName=event["name"], UserPoolId="pool")
    return answer["Group"]["CreationDate"]


# unsafe: another one of the application's requests may remove it in between
def user_made_and_removed(event, context):
    if event["gone"]:
        groups.admin_delete_user(UserPoolId="pool", Username=event["name"])
        return
    try:
        groups.admin_create_user(UserPoolId="pool", Username=event["name"])
    except groups.exceptions.UsernameExistsException:
        pass
