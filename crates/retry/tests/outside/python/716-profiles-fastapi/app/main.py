import os
from functools import lru_cache

import boto3
from botocore.exceptions import ClientError
from fastapi import Depends, FastAPI, HTTPException
from mangum import Mangum
from pydantic import BaseModel

app = FastAPI()


class Profile(BaseModel):
    name: str
    version: int


@lru_cache
def profiles():
    return boto3.resource("dynamodb").Table(os.environ["PROFILES_TABLE"])


@app.get("/profiles/{profile_id}")
def read(profile_id: str, table=Depends(profiles)):
    item = table.get_item(Key={"id": profile_id}, ConsistentRead=True).get("Item")
    if item is None:
        raise HTTPException(status_code=404, detail="no such profile")
    return {"id": profile_id, "name": item["name"], "version": int(item["version"])}


@app.put("/profiles/{profile_id}")
def write(profile_id: str, profile: Profile, table=Depends(profiles)):
    try:
        table.put_item(
            Item={"id": profile_id, "name": profile.name, "version": profile.version},
            ConditionExpression="attribute_not_exists(id) OR version < :version",
            ExpressionAttributeValues={":version": profile.version},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        stored = table.get_item(Key={"id": profile_id}, ConsistentRead=True)["Item"]
        # Our own write of an earlier attempt is a success, everything else a conflict.
        if int(stored["version"]) != profile.version or stored["name"] != profile.name:
            raise HTTPException(status_code=409, detail="outdated version")
    return {"id": profile_id, "version": profile.version}


handler = Mangum(app, lifespan="off")
