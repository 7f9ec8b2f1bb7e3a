import os
from enum import Enum

import boto3
from fastapi import Depends, FastAPI, HTTPException
from mangum import Mangum
from pydantic import BaseModel

app = FastAPI()


class Mode(str, Enum):
    eco = "eco"
    comfort = "comfort"


class Settings(BaseModel):
    mode: Mode
    target: int


def table():
    return boto3.resource("dynamodb").Table(os.environ["SETTINGS"])


@app.put("/devices/{device}/settings", status_code=204)
def save(device: str, settings: Settings, store=Depends(table)):
    store.put_item(Item={"device": device, "mode": settings.mode.value, "target": settings.target})


@app.get("/devices/{device}/settings")
def load(device: str, store=Depends(table)) -> Settings:
    item = store.get_item(Key={"device": device}).get("Item")
    if item is None:
        raise HTTPException(status_code=404)
    return Settings(mode=item["mode"], target=int(item["target"]))


handler = Mangum(app)
