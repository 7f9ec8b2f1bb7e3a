import boto3

table = boto3.resource("dynamodb").Table("settings")


def load(user: str) -> dict:
    reply = table.get_item(Key={"user": user}, ConsistentRead=True)
    return reply.get("Item", {"user": user, "theme": "light", "language": "en"})


def change(user: str, **fields) -> None:
    item = load(user)
    table.put_item(Item={**item, **fields})
