# Handlers on the retry runtime.

import random
import uuid
from datetime import datetime

import boto3
from aplomb.retry import (
    at_most_once,
    derived_random,
    derived_uuid,
    identities,
    keep,
    once,
    once_in_item,
    records,
    retry_safe,
    started_at,
)
from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.models import Model

items = boto3.resource("dynamodb").Table("items")
client = boto3.client("dynamodb")
mail = boto3.client("ses")


class User(Model):
    class Meta:
        table_name = "users"

    name = UnicodeAttribute(hash_key=True)
    visits = NumberAttribute()


# safe: a derived key is the same on every attempt, and nobody else's
@retry_safe(identities.http)
def derived(event, context):
    id = str(derived_uuid("derived.id"))
    items.put_item(Item={"id": id, "title": event["title"]})
    return {"id": id}


# unsafe: the key is drawn again
@retry_safe(identities.http)
def drawn(event, context):
    items.put_item(Item={"id": str(uuid.uuid4()), "title": event["title"]})


# unsafe: the identity is another one on every attempt
@retry_safe(lambda event, context: str(uuid.uuid4()))
def renamed(event, context):
    items.put_item(Item={"id": str(derived_uuid("renamed.id")), "title": event["title"]})


# unsafe: a client that asks again has another request id
@retry_safe(identities.invocation)
def invoked(event, context):
    once(
        "invoked.update_item",
        items.update_item,
        Key={"id": event["id"]},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )


# safe: counted once
@retry_safe(lambda event, context: event["request"])
def counted(event, context):
    once(
        "counted.update_item",
        items.update_item,
        Key={"id": event["id"]},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )


# safe: with a client
@retry_safe(lambda event, context: event["request"])
def with_client(event, context):
    once(
        "with_client.update_item",
        client.update_item,
        TableName="items",
        Key={"id": {"S": event["id"]}},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": {"N": "1"}},
    )


# unsafe: not protected
@retry_safe(lambda event, context: event["request"])
def counted_again(event, context):
    items.update_item(
        Key={"id": event["id"]},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )


# safe: what was read is kept, and written once
@retry_safe(lambda event, context: event["request"])
def keeps(event, context):
    item = keep("keeps.get_item", items.get_item, Key={"id": event["id"]})["Item"]
    once("keeps.put_item", items.put_item, Item={"id": event["id"], "hits": item["hits"] + 1})
    return item["hits"]


# unsafe: read again, after the write
@retry_safe(lambda event, context: event["request"])
def rereads(event, context):
    item = items.get_item(Key={"id": event["id"]})["Item"]
    once("rereads.put_item", items.put_item, Item={"id": event["id"], "hits": item["hits"] + 1})
    return item["hits"]


# safe: every record of a batch is a request
@retry_safe(identities.sqs)
def batch(event, context):
    for record in records(event["Records"]):
        items.put_item(Item={"id": str(derived_uuid("batch.id")), "title": record["body"]})


# unknown: a batch has no identity of its own that tells its records apart
@retry_safe(identities.sqs)
def unnamed(event, context):
    for record in event["Records"]:
        items.put_item(Item={"id": str(derived_uuid("unnamed.id")), "title": record["body"]})


# unknown: two steps with one site
@retry_safe(lambda event, context: event["request"])
def twice(event, context):
    once("twice", items.delete_item, Key={"id": event["id"]})
    once("twice", items.delete_item, Key={"id": event["other"]})


# safe: with a key for each
@retry_safe(lambda event, context: event["request"])
def keyed(event, context):
    for id in event["ids"]:
        once(
            ("keyed.update_item", id),
            items.update_item,
            Key={"id": id},
            UpdateExpression="ADD hits :one",
            ExpressionAttributeValues={":one": 1},
        )


# unknown: outside of an attempt
def outside(event, context):
    once("outside.put_item", items.put_item, Item={"id": event["id"]})


# safe: a model of pynamodb is saved once
@retry_safe(lambda event, context: event["request"])
def saved(event, context):
    user = User(event["name"], visits=1)
    once("saved.save", user.save)


# safe: and updated once
@retry_safe(lambda event, context: event["request"])
def visited(event, context):
    user = User(event["name"])
    once("visited.update", user.update, actions=[User.visits.add(1)])


# unsafe: updated again
@retry_safe(lambda event, context: event["request"])
def visited_again(event, context):
    user = User(event["name"])
    user.update(actions=[User.visits.add(1)])


# unknown: an object of a class is not kept by value
@retry_safe(lambda event, context: event["request"])
def gotten(event, context):
    user = keep("gotten.get", User.get, event["name"])
    return user.visits


# safe: what is taken from it is
@retry_safe(lambda event, context: event["request"])
def taken(event, context):
    visits = keep("taken.get", lambda: User.get(event["name"]).visits)
    return visits


# safe: in the item
@retry_safe(lambda event, context: event["request"])
def marked(event, context):
    once_in_item(
        "marked.update_item",
        items.update_item,
        Key={"id": event["id"]},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )


# safe: the user has chosen what a crash while it is sent means
@retry_safe(lambda event, context: event["request"])
def mailed(event, context):
    at_most_once("mailed.mail", mail.send_email, Source="a@example.com", Destination={}, Message={})


# safe: the time of the request
@retry_safe(lambda event, context: event["request"], time=True)
def timed(event, context):
    at = datetime.fromtimestamp(started_at()).isoformat()
    once("timed.put_item", items.put_item, Item={"id": event["id"], "at": at})
    return at


# safe: a number that is drawn once
@retry_safe(lambda event, context: event["request"])
def lucky(event, context):
    number = derived_random("lucky.number")
    once("lucky.put_item", items.put_item, Item={"id": event["id"], "number": str(number)})
    return str(number)


# unsafe: a number that is drawn again
@retry_safe(lambda event, context: event["request"])
def unlucky(event, context):
    number = random.random()
    once("unlucky.put_item", items.put_item, Item={"id": event["id"], "number": str(number)})
    return str(number)
