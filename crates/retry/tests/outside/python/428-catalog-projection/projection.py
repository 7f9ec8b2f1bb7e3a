import json

import boto3
from boto3.dynamodb.types import TypeDeserializer

view = boto3.resource("dynamodb").Table("catalog-view")
_deserializer = TypeDeserializer()


def plain(image):
    return {name: _deserializer.deserialize(value) for name, value in image.items()}


def project(event, context):
    for record in event["Records"]:
        change = record["dynamodb"]
        match record["eventName"]:
            case "INSERT" | "MODIFY":
                product = plain(change["NewImage"])
                view.put_item(
                    Item={
                        "sku": product["sku"],
                        "title": product["title"].title(),
                        "visible": product.get("state") == "published",
                    }
                )
            case "REMOVE":
                view.delete_item(Key={"sku": plain(change["Keys"])["sku"]})


def lookup(event, context):
    item = view.get_item(Key={"sku": event["pathParameters"]["sku"]}).get("Item")
    if not item or not item["visible"]:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"title": item["title"]})}
