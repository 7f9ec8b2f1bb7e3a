"""Figures over all wages; each is stored under its name."""

import os

import boto3

dynamodb = boto3.resource("dynamodb")
wages = dynamodb.Table(os.environ["WAGES"])
results = dynamodb.Table(os.environ["RESULTS"])


def total(event, context):
    amounts = {"staff": 0, "teamleader": 0, "manager": 0}
    for wage in wages.scan()["Items"]:
        amounts[wage["role"]] += wage["total"]
    return {"total": amounts}


def real_pay(event, context):
    amount = sum(wage["realpay"] for wage in wages.scan()["Items"])
    results.put_item(Item={"name": "realpay", "amount": amount})
    return {"realpay": amount}


def merit(event, context):
    paid = wages.scan()["Items"]
    amount = sum(wage["merit"] for wage in paid) / max(len(paid), 1)
    results.put_item(Item={"name": "merit", "amount": amount})
    return {"merit": amount}


def result(event, context):
    return results.scan()["Items"]
