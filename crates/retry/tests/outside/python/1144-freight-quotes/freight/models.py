from datetime import datetime, timezone
from uuid import uuid4

from pydantic import BaseModel, Field


def _new_id() -> str:
    return uuid4().hex


class Quote(BaseModel):
    id: str = Field(default_factory=_new_id)
    lane: str
    kilos: int
    cents: int = 0


class Acceptance(BaseModel):
    accepted_by: str
    accepted_at: datetime = Field(default_factory=lambda: datetime.now(timezone.utc))
