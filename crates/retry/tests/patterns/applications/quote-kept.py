# the first quote is kept, but a retry answers with the rate of today
# quote: unsafe alone, unsafe together

import boto3
import requests

quotes = boto3.resource("dynamodb").Table("quotes")


def quote(event, context):
    rates = requests.get("https://rates.example/latest", timeout=5).json()["rates"]
    offer = {"id": event["id"], "rate": rates[event["currency"]]}
    try:
        quotes.put_item(Item=offer, ConditionExpression="attribute_not_exists(id)")
    except quotes.meta.client.exceptions.ConditionalCheckFailedException:
        pass
    return offer
