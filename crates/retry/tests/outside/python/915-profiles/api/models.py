from typing import Optional

from pydantic import BaseModel


class Profile(BaseModel):
    name: str
    city: Optional[str] = None
    newsletter: bool = False
