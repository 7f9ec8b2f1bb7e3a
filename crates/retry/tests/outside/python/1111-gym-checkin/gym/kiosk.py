import os
from datetime import datetime, timezone
from uuid import uuid4

import boto3
from fastapi import FastAPI
from mangum import Mangum
from pydantic import BaseModel

app = FastAPI()
visits = boto3.resource("dynamodb").Table(os.environ["VISITS_TABLE"])


class CheckIn(BaseModel):
    member_id: str
    gate: str = "main"


@app.post("/checkins")
def check_in(body: CheckIn):
    visit = {
        "visit_id": str(uuid4()),
        "member_id": body.member_id,
        "gate": body.gate,
        "at": datetime.now(timezone.utc).isoformat(),
    }
    visits.put_item(Item=visit)
    return visit


handler = Mangum(app)
