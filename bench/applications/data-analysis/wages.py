"""Wages come in, are checked and completed, and stored."""

import os

import boto3

wages = boto3.resource("dynamodb").Table(os.environ["WAGES"])

INSURANCE = 0.105
TAX = 0.2


def insert(event, context):
    for field in ("id", "name", "role", "base", "merit", "operator"):
        if field not in event:
            return {"error": f"{field} is missing"}
    if event["role"] not in ("staff", "teamleader", "manager"):
        return {"error": "there is no such role"}
    return event


def format(event, context):
    total = event["base"] + event["merit"]
    real = total * (1 - INSURANCE)
    return {**event, "total": total, "realpay": real - real * TAX}


def save(event, context):
    wages.put_item(
        Item={
            "id": event["id"],
            "name": event["name"],
            "role": event["role"],
            "base": event["base"],
            "merit": event["merit"],
            "total": event["total"],
            "realpay": event["realpay"],
        }
    )
    return {"saved": event["id"]}
