import boto3

from .common import EVENTS, dynamodb, parse

ses = boto3.client("ses")


def handler(event, context):
    notification = parse(event)
    invoice = notification["data"]["object"]
    key = {"event_id": {"S": f"mail-{notification['id']}"}}
    if "Item" in dynamodb.get_item(TableName=EVENTS, Key=key, ConsistentRead=True):
        return {"statusCode": 200}
    ses.send_templated_email(
        Source="billing@saas.example",
        Destination={"ToAddresses": [invoice["customer_email"]]},
        Template="invoice",
        TemplateData='{"number": "%s"}' % invoice["number"],
    )
    dynamodb.put_item(TableName=EVENTS, Item=key)
    return {"statusCode": 200}
