import boto3

ses = boto3.client("sesv2")

TEMPLATE = """Hello {name},

thank you for your order {order}. We have charged {amount:.2f} EUR.
"""


def handler(event, context):
    text = TEMPLATE.format(
        name=event["name"], order=event["orderId"], amount=event["amount"] / 100
    )
    ses.send_email(
        FromEmailAddress="shop@example.com",
        Destination={"ToAddresses": [event["email"]]},
        Content={
            "Simple": {
                "Subject": {"Data": f"Receipt for order {event['orderId']}"},
                "Body": {"Text": {"Data": text}},
            }
        },
    )
    return event
