import json
import os

import boto3
import jwt


def echo(event, context):
    ctx = event["requestContext"]
    client = boto3.client(
        "apigatewaymanagementapi",
        endpoint_url="https://" + ctx["domainName"] + "/" + ctx["stage"],
    )
    message = json.loads(event["body"])
    try:
        client.post_to_connection(
            ConnectionId=ctx["connectionId"], Data=json.dumps({"echo": message}).encode()
        )
    except client.exceptions.GoneException:
        return {"statusCode": 410}
    return {"statusCode": 200}


def authorize(event, context):
    token = event["queryStringParameters"]["token"]
    try:
        claims = jwt.decode(token, os.environ["KEY"], algorithms=["HS256"])
        effect, principal = "Allow", claims["sub"]
    except jwt.InvalidTokenError:
        effect, principal = "Deny", "nobody"
    return {
        "principalId": principal,
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [
                {"Action": "execute-api:Invoke", "Effect": effect, "Resource": event["methodArn"]}
            ],
        },
    }
