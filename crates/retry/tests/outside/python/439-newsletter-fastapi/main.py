import os
import time

import boto3
from botocore.exceptions import ClientError
from fastapi import FastAPI
from mangum import Mangum
from pydantic import BaseModel

app = FastAPI(title="newsletter")
table = boto3.resource("dynamodb").Table(os.getenv("TABLE", "subscribers"))


class Subscription(BaseModel):
    address: str
    language: str = "en"


@app.post("/subscriptions", status_code=202)
def subscribe(subscription: Subscription):
    try:
        table.put_item(
            Item={
                "address": subscription.address.lower(),
                "language": subscription.language,
                "since": int(time.time()),
            },
            ConditionExpression="attribute_not_exists(address)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return {"status": "subscribed"}


@app.get("/subscriptions/{address}")
def status(address: str):
    item = table.get_item(Key={"address": address.lower()}).get("Item")
    if not item:
        return {"subscribed": False}
    return {"subscribed": True, "since": int(item["since"]), "language": item["language"]}


handler = Mangum(app)
