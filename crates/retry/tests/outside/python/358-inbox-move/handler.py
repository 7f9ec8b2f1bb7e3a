import logging
from urllib.parse import unquote_plus

import boto3
from botocore.exceptions import ClientError

logger = logging.getLogger(__name__)
s3 = boto3.client("s3")
INBOX = "acme-inbox"
ARCHIVE = "acme-inbox-archive"


def move(event, context):
    for record in event["Records"]:
        key = unquote_plus(record["s3"]["object"]["key"])
        try:
            body = s3.get_object(Bucket=INBOX, Key=key)["Body"].read()
        except ClientError as error:
            if error.response["Error"]["Code"] != "NoSuchKey":
                raise
            logger.info("%s was moved already", key)
            continue
        s3.put_object(Bucket=ARCHIVE, Key=f"incoming/{key}", Body=body)
        s3.delete_object(Bucket=INBOX, Key=key)
