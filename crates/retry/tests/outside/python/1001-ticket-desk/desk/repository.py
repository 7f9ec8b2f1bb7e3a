from __future__ import annotations

import boto3
from botocore.exceptions import ClientError

from desk.config import TICKETS_TABLE


class TicketNotFound(Exception):
    pass


class TicketRepository:
    def __init__(self, table=None):
        self._table = table or boto3.resource("dynamodb").Table(TICKETS_TABLE)

    def add(self, ticket: dict) -> None:
        self._table.put_item(Item=ticket)

    def find(self, ticket_id: str) -> dict | None:
        return self._table.get_item(Key={"id": ticket_id}).get("Item")

    def close(self, ticket_id: str) -> None:
        try:
            self._table.update_item(
                Key={"id": ticket_id},
                UpdateExpression="SET #s = :closed",
                ConditionExpression="attribute_exists(id)",
                ExpressionAttributeNames={"#s": "status"},
                ExpressionAttributeValues={":closed": "closed"},
            )
        except ClientError as err:
            if err.response["Error"]["Code"] == "ConditionalCheckFailedException":
                raise TicketNotFound(ticket_id) from err
            raise
