import os

import boto3
from fastapi import FastAPI, HTTPException
from mangum import Mangum
from pydantic import BaseModel

app = FastAPI()
table = boto3.resource("dynamodb").Table(os.environ["CLASSES_TABLE"])


class SignUp(BaseModel):
    member_id: str


@app.get("/classes/{class_id}")
def read_class(class_id: str):
    item = table.get_item(Key={"class_id": class_id}).get("Item")
    if item is None:
        raise HTTPException(status_code=404, detail="unknown class")
    return {"class_id": class_id, "attendees": sorted(item.get("attendees", set()))}


@app.post("/classes/{class_id}/signups", status_code=201)
def sign_up(class_id: str, body: SignUp):
    table.update_item(
        Key={"class_id": class_id},
        UpdateExpression="ADD attendees :member",
        ExpressionAttributeValues={":member": {body.member_id}},
    )
    return {"class_id": class_id, "member_id": body.member_id}


handler = Mangum(app)
