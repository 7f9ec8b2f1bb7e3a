import logging
from dataclasses import dataclass

import boto3
from botocore.exceptions import ClientError

logger = logging.getLogger()
domains = boto3.resource("dynamodb").Table("domains")


@dataclass
class Transfer:
    domain: str
    seller: str
    buyer: str


def transfer(event, context):
    request = Transfer(event["domain"], event["seller"], event["buyer"])
    if request.seller == request.buyer:
        return {"ok": False, "reason": "same owner"}
    try:
        domains.update_item(
            Key={"domain": request.domain},
            UpdateExpression="SET #o = :buyer",
            ConditionExpression="#o = :seller",
            ExpressionAttributeNames={"#o": "owner"},
            ExpressionAttributeValues={":buyer": request.buyer, ":seller": request.seller},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            logger.warning("%s does not belong to %s", request.domain, request.seller)
            return {"ok": False, "reason": "not the owner"}
        raise
    return {"ok": True}
