# Figure 8: a loop that ends by what it reads and writes what it reads
# unsupportedLoop: unknown alone, unknown together

import boto3

data = boto3.resource("dynamodb").Table("Data")


def value_of(key):
    return data.get_item(Key={"key": key})["Item"]["value"]


def unsupportedLoop(event, context):
    value = value_of(event["key"])
    while value % event["n"] != 0:
        data.put_item(Item={"key": event["key"], "value": value + 1})
        value = value_of(event["key"])
