import os

import boto3

ses = boto3.client("sesv2")


def send_token(email, token):
    ses.send_email(
        FromEmailAddress=os.environ["SENDER"],
        Destination={"ToAddresses": [email]},
        Content={
            "Simple": {
                "Subject": {"Data": "Your reset code"},
                "Body": {"Text": {"Data": f"Your code is {token}"}},
            }
        },
    )
