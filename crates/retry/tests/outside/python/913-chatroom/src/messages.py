import json

import boto3
from botocore.exceptions import ClientError

from connections import everybody


def send(event, context):
    request = event["requestContext"]
    api = boto3.client(
        "apigatewaymanagementapi",
        endpoint_url=f"https://{request['domainName']}/{request['stage']}",
    )
    text = json.loads(event["body"])["text"]
    for connection_id in everybody():
        try:
            api.post_to_connection(
                ConnectionId=connection_id, Data=json.dumps({"text": text}).encode()
            )
        except ClientError as e:
            if e.response["Error"]["Code"] != "GoneException":
                raise
    return {"statusCode": 200}
