import os

import boto3

members = boto3.resource("dynamodb").Table(os.environ["MEMBERS_TABLE"])
