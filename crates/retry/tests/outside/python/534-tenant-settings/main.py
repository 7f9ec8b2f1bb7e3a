from fastapi import FastAPI, HTTPException
from mangum import Mangum
from pydantic import BaseModel

import repository

app = FastAPI(title="Tenant settings")


class Settings(BaseModel):
    theme: str = "light"
    locale: str = "en"


@app.get("/settings/{tenant}")
def read_settings(tenant: str):
    item = repository.load(tenant)
    if item is None:
        raise HTTPException(status_code=404, detail="unknown tenant")
    return {"theme": item["theme"], "locale": item["locale"]}


@app.put("/settings/{tenant}")
def write_settings(tenant: str, settings: Settings):
    repository.store(tenant, settings.theme, settings.locale)
    return settings


handler = Mangum(app)
