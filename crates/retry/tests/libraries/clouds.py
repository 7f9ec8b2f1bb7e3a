# What AWS answers, and what its requests do beside what their names say.

import os

import boto3

s3 = boto3.client("s3")
objects = boto3.resource("s3")
sns = boto3.client("sns")
tables = boto3.resource("dynamodb")


def notify(text):
    sns.publish(TopicArn=os.environ["TOPIC"], Message=text)


# unsafe: a transfer answers nothing
def transferred(event, context):
    if s3.upload_file("/tmp/report", "files", event["id"]) is None:
        notify(event["id"])


# unsafe: how long an object is changes when it is written
# today unknown
def length_of_object(event, context):
    if objects.Object("notes", event["id"]).content_length > 0:
        return "old"
    s3.put_object(Bucket="notes", Key=event["id"], Body="x")
    return "new"


# unsafe: an attribute of the object that it writes
# today unknown
def mark_of_object(event, context):
    if objects.Object("marks", event["id"]).metadata.get("done"):
        return "old"
    s3.put_object(Bucket="marks", Key=event["id"], Body="x", Metadata={"done": "1"})
    return "new"


# unsafe: the number of items changes when it adds one
# today unknown
def number_of_items(event, context):
    table = tables.Table("orders")
    number = table.item_count
    table.put_item(Item={"id": str(number)})
    return number


# unsafe: S3 writes the names of metadata in small letters
def metadata_in_small_letters(event, context):
    s3.put_object(Bucket="scans", Key=event["id"], Body="x", Metadata={"Sent": "1"})
    if "Sent" not in s3.head_object(Bucket="scans", Key=event["id"])["Metadata"]:
        notify(event["id"])


# unsafe: the object is there when the retry waits for it
# today unknown
def waits_for_its_own(event, context):
    try:
        s3.get_waiter("object_exists").wait(Bucket="made", Key=event["id"])
    except Exception:
        s3.put_object(Bucket="made", Key=event["id"], Body="x")
        return "made"
    return "was there"


# unsafe: the attribute that is set first was not there before
def only_updated_before(event, context):
    answer = tables.Table("bills").update_item(
        Key={"id": event["id"]},
        UpdateExpression="SET paid = :yes",
        ConditionExpression="attribute_exists(id)",
        ExpressionAttributeValues={":yes": True},
        ReturnValues="UPDATED_OLD",
    )
    if "Attributes" not in answer:
        notify("paid")


timestream = boto3.client("timestream-query")


# safe: it only looks
def timestream_select(event, context):
    query = f"SELECT * FROM metrics WHERE device = '{event['device']}'"
    return timestream.query(QueryString=query)["Rows"]


# unsafe: it writes files, each time under other names
def timestream_unload(event, context):
    timestream.query(QueryString="UNLOAD (SELECT * FROM metrics) TO 's3://files/' WITH (format = 'CSV')")


steps = boto3.client("stepfunctions")


# unsafe: each call takes another task
def activity_task(event, context):
    return steps.get_activity_task(activityArn=event["activity"])["taskToken"]


# safe: it only looks
def loaded_table(event, context):
    table = tables.Table("notes")
    table.load()
    return table.get_item(Key={"id": event["id"]}).get("Item")
