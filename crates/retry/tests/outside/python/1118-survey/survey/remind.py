import os

import boto3

answers = boto3.resource("dynamodb").Table(os.environ["ANSWERS"])
ses = boto3.client("sesv2")


def handler(event, context):
    respondents = {item["respondent"] for item in answers.scan()["Items"]}
    for address in respondents:
        ses.send_email(
            FromEmailAddress="hello@survey.example",
            Destination={"ToAddresses": [address]},
            Content={
                "Simple": {
                    "Subject": {"Data": "A new survey is waiting"},
                    "Body": {"Text": {"Data": "Please take five minutes."}},
                }
            },
        )
