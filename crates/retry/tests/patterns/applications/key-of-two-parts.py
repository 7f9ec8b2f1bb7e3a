# key.two parts: what the one has more the other may have less
# save: safe alone, unsafe together
# today: safe alone, unknown together

import boto3

houses = boto3.resource("dynamodb").Table("houses")


def save(event, context):
    street, number = event["street"], event["number"]
    houses.put_item(Item={"id": street + number, "street": street, "number": number})


def read(event, context):
    return houses.get_item(Key={"id": event["id"]}).get("Item")
