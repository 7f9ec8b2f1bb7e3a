import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["SETTINGS_TABLE"])


def load(tenant: str):
    return table.get_item(Key={"tenant": tenant}).get("Item")


def store(tenant: str, theme: str, locale: str) -> None:
    table.put_item(Item={"tenant": tenant, "theme": theme, "locale": locale})
