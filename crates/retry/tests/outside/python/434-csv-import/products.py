import json
from urllib.parse import unquote_plus

import boto3

from feed import rows

s3 = boto3.client("s3")
table = boto3.resource("dynamodb").Table("products")


def import_products(event, context):
    for record in event["Records"]:
        body = s3.get_object(
            Bucket=record["s3"]["bucket"]["name"],
            Key=unquote_plus(record["s3"]["object"]["key"]),
        )["Body"]
        with table.batch_writer(overwrite_by_pkeys=["sku"]) as batch:
            for item in rows(body):
                batch.put_item(Item=item)


def product(event, context):
    item = table.get_item(Key={"sku": event["pathParameters"]["sku"]}).get("Item")
    if item is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps(item, default=str)}
