import json

import boto3

sns = boto3.client("sns")


def handler(event, context):
    record = event["Records"][0]
    stop = json.loads(record["body"])
    sns.publish(
        PhoneNumber=stop["phone"],
        Message=f"New parcel on your route: {stop['parcel']}",
        MessageAttributes={
            "AWS.SNS.SMS.SMSType": {"DataType": "String", "StringValue": "Transactional"}
        },
    )
