import os
import time

import boto3
from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.router import APIGatewayRouter

router = APIGatewayRouter()
table = boto3.resource("dynamodb").Table(os.environ["TABLE"])


@router.get("/<todo_id>")
def read(todo_id: str):
    item = table.get_item(Key={"id": todo_id}).get("Item")
    if not item:
        raise NotFoundError("no such todo")
    return {"id": todo_id, "text": item["text"], "updated": int(item["updated"])}


@router.put("/<todo_id>")
def update(todo_id: str):
    body = router.current_event.json_body
    result = table.update_item(
        Key={"id": todo_id},
        UpdateExpression="SET #text = :text, updated = :now",
        ExpressionAttributeNames={"#text": "text"},
        ExpressionAttributeValues={":text": body["text"], ":now": int(time.time() * 1000)},
        ReturnValues="ALL_NEW",
    )
    return {"id": todo_id, "text": result["Attributes"]["text"]}


@router.delete("/<todo_id>")
def delete(todo_id: str):
    table.delete_item(Key={"id": todo_id})
    return Response(status_code=204, content_type="application/json", body="")
