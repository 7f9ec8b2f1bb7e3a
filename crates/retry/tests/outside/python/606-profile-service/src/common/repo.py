import os

import boto3


class ProfileRepository:
    def __init__(self):
        self._table = boto3.resource("dynamodb").Table(os.environ["PROFILES"])

    def save(self, sub: str, name: str, bio: str) -> None:
        self._table.put_item(Item={"sub": sub, "name": name, "bio": bio[:280]})

    def find(self, sub: str):
        return self._table.get_item(Key={"sub": sub}).get("Item")
