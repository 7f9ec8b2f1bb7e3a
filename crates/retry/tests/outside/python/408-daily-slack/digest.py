import json
import os
import urllib.request
from collections import Counter

import boto3
from boto3.dynamodb.conditions import Attr

tickets = boto3.resource("dynamodb").Table("tickets")


def open_tickets():
    kwargs = {"FilterExpression": Attr("state").ne("closed")}
    while True:
        page = tickets.scan(**kwargs)
        yield from page["Items"]
        if not (last := page.get("LastEvaluatedKey")):
            break
        kwargs["ExclusiveStartKey"] = last


def digest(event, context):
    by_team = Counter(ticket["team"] for ticket in open_tickets())
    lines = [f"{team}: {count}" for team, count in by_team.most_common()]
    text = "\n".join([f"Open tickets on {event['time'][:10]}", *lines])
    request = urllib.request.Request(
        os.environ["SLACK_URL"],
        data=json.dumps({"text": text}).encode(),
        headers={"Content-Type": "application/json"},
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=5) as response:
        print("slack answered", response.status)
