import os

from boto3.dynamodb.types import TypeDeserializer
from opensearchpy import OpenSearch

INDEX = "products"
client = OpenSearch(hosts=[{"host": os.environ["OPENSEARCH_HOST"], "port": 443}], use_ssl=True)
deserializer = TypeDeserializer()


def plain(image: dict) -> dict:
    return {name: deserializer.deserialize(value) for name, value in image.items()}


def handler(event, context):
    for record in event["Records"]:
        sku = record["dynamodb"]["Keys"]["sku"]["S"]
        if record["eventName"] == "REMOVE":
            client.delete(index=INDEX, id=sku, ignore=[404])
            continue
        product = plain(record["dynamodb"]["NewImage"])
        client.index(
            index=INDEX,
            id=sku,
            body={"title": product["title"], "brand": product.get("brand"), "tags": product.get("tags", [])},
        )
