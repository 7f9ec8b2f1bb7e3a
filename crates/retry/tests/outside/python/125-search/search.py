import os

from boto3.dynamodb.types import TypeDeserializer
from opensearchpy import OpenSearch

client = OpenSearch(hosts=[{"host": os.environ["HOST"], "port": 443}], use_ssl=True)
deserializer = TypeDeserializer()


def index(event, context):
    for record in event["Records"]:
        id = record["dynamodb"]["Keys"]["id"]["S"]
        if record["eventName"] == "REMOVE":
            client.delete(index="products", id=id, ignore=404)
            continue
        image = record["dynamodb"]["NewImage"]
        document = {name: deserializer.deserialize(value) for name, value in image.items()}
        client.index(index="products", id=id, body=document)
