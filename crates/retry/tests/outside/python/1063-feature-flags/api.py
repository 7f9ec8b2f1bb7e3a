import os

import boto3
from fastapi import FastAPI, HTTPException
from mangum import Mangum
from pydantic import BaseModel

app = FastAPI()
flags = boto3.resource("dynamodb").Table(os.environ["FLAGS"])


class Flag(BaseModel):
    enabled: bool
    percentage: int


@app.get("/flags/{name}")
def read_flag(name: str):
    item = flags.get_item(Key={"name": name}).get("Item")
    if item is None:
        raise HTTPException(status_code=404, detail="unknown flag")
    return {"name": name, "enabled": item["enabled"], "percentage": int(item["percentage"])}


@app.put("/flags/{name}")
def write_flag(name: str, flag: Flag):
    flags.put_item(Item={"name": name, "enabled": flag.enabled, "percentage": flag.percentage})
    return {"name": name}


handler = Mangum(app)
