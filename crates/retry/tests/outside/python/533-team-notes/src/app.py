import os
from datetime import datetime, timezone
from uuid import uuid4

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import APIGatewayRestResolver
from aws_lambda_powertools.logging import correlation_paths
from boto3.dynamodb.conditions import Key

app = APIGatewayRestResolver()
logger = Logger(service="notes")
table = boto3.resource("dynamodb").Table(os.environ["NOTES_TABLE"])


@app.get("/teams/<team>/notes")
def list_notes(team: str):
    response = table.query(KeyConditionExpression=Key("team").eq(team))
    return {"notes": response["Items"]}


@app.post("/teams/<team>/notes")
def add_note(team: str):
    note = {
        "team": team,
        "note_id": uuid4().hex,
        "text": app.current_event.json_body["text"],
        "written_at": datetime.now(timezone.utc).isoformat(),
    }
    table.put_item(Item=note)
    return note, 201


@logger.inject_lambda_context(correlation_id_path=correlation_paths.API_GATEWAY_REST)
def lambda_handler(event, context):
    return app.resolve(event, context)
