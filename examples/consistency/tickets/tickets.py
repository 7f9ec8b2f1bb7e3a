"""The application's own code: boto3, nothing of Aplomb."""

import boto3

shows = boto3.resource("dynamodb").Table("shows")


def reserve(show: str, seats: int) -> bool:
    """Reads, decides, and writes back: whoever comes between is overwritten."""
    item = shows.get_item(Key={"id": show}, ConsistentRead=True).get("Item")
    if item is None or item["free"] < seats:
        return False
    shows.put_item(
        Item={"id": show, "free": item["free"] - seats, "sold": item["sold"] + seats}
    )
    return True
