import boto3
from src.subscribers import addresses

ses = boto3.client("ses")


def handler(event, context):
    week = event["time"][:10]
    for address in addresses("digest"):
        ses.send_email(
            Source="news@example.com",
            Destination={"ToAddresses": [address]},
            Message={
                "Subject": {"Data": f"Your week of {week}"},
                "Body": {"Text": {"Data": "See what is new on example.com."}},
            },
        )
