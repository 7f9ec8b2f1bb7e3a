import logging

import boto3

logger = logging.getLogger()
logger.setLevel(logging.INFO)
client = boto3.client("secretsmanager")


def lambda_handler(event, context):
    arn = event["SecretId"]
    token = event["ClientRequestToken"]
    step = event["Step"]
    if step == "createSecret":
        create_secret(arn, token)
    elif step == "finishSecret":
        finish_secret(arn, token)
    elif step in ("setSecret", "testSecret"):
        logger.info("%s: nothing to do", step)
    else:
        raise ValueError("Invalid step parameter")


def create_secret(arn, token):
    try:
        client.get_secret_value(SecretId=arn, VersionId=token, VersionStage="AWSPENDING")
        logger.info("createSecret: version %s exists", token)
    except client.exceptions.ResourceNotFoundException:
        password = client.get_random_password(PasswordLength=48, ExcludePunctuation=True)
        client.put_secret_value(
            SecretId=arn,
            ClientRequestToken=token,
            SecretString=password["RandomPassword"],
            VersionStages=["AWSPENDING"],
        )


def finish_secret(arn, token):
    metadata = client.describe_secret(SecretId=arn)
    current = None
    for version, stages in metadata["VersionIdsToStages"].items():
        if "AWSCURRENT" in stages:
            if version == token:
                logger.info("finishSecret: %s is current already", version)
                return
            current = version
            break
    client.update_secret_version_stage(
        SecretId=arn, VersionStage="AWSCURRENT", MoveToVersionId=token, RemoveFromVersionId=current
    )
