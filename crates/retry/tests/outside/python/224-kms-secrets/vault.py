import base64
import json
import secrets

import boto3

kms = boto3.client("kms")
manager = boto3.client("secretsmanager")


def encrypt(event, context):
    answer = kms.encrypt(KeyId="alias/app", Plaintext=event["body"].encode())
    return {"statusCode": 200, "body": base64.b64encode(answer["CiphertextBlob"]).decode()}


def decrypt(event, context):
    blob = base64.b64decode(event["body"])
    answer = kms.decrypt(CiphertextBlob=blob)
    return {"statusCode": 200, "body": answer["Plaintext"].decode()}


def rotate(event, context):
    password = secrets.token_urlsafe(24)
    manager.put_secret_value(
        SecretId="db", SecretString=json.dumps({"password": password})
    )
