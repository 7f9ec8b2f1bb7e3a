"""Real servers for the tests of the retry runtime."""

import pathlib
import subprocess

import boto3
import pytest

SERVE = pathlib.Path(__file__).parents[3] / "scripts" / "serve"
CREDENTIALS = {"region_name": "us-east-1", "aws_access_key_id": "local", "aws_secret_access_key": "local"}


def serving(name):
    """Starts a server, yields its address, stops it."""
    server = subprocess.Popen([SERVE, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().strip()
        assert address, f"scripts/serve {name} failed"
        yield address
    finally:
        server.stdin.close()
        server.wait(timeout=30)
        server.stdout.close()


def create_tables(endpoint, *tables):
    """The log, and tables with the key `id`."""
    client = boto3.client("dynamodb", endpoint_url=endpoint, **CREDENTIALS)
    for table, *keys in [("aplomb_retry", "request", "step"), *((table, "id") for table in tables)]:
        client.create_table(
            TableName=table,
            KeySchema=[{"AttributeName": key, "KeyType": "RANGE" if index else "HASH"} for index, key in enumerate(keys)],
            AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"} for key in keys],
            BillingMode="PAY_PER_REQUEST",
        )
    return client


@pytest.fixture(scope="session")
def dynamodb():
    """The address of DynamoDB with the log and a table `items`."""
    for address in serving("dynamodb"):
        create_tables(address, "items")
        yield address
