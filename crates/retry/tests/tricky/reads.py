# Calls that only look, that set something to what it is already, or that the service
# recognises when they are repeated: none of them is seen twice.

import boto3
import requests
import stripe

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
