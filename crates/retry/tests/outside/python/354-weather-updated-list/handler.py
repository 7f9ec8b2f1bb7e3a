import json
from decimal import Decimal

import boto3
import requests

weather = boto3.resource("dynamodb").Table("weather")


def observations(cities):
    for city in cities:
        answer = requests.get(f"https://weather.example.com/v1/{city}", timeout=5)
        if answer.status_code != 200:
            print("no observation for", city)
            continue
        yield city, Decimal(str(answer.json()["celsius"]))


def refresh(event, context):
    cities = json.loads(event["body"])["cities"]
    updated = []
    for city, celsius in observations(cities):
        weather.put_item(Item={"city": city, "celsius": celsius})
        updated.append(city)
    return {"statusCode": 200, "body": json.dumps({"updated": updated})}
