import os
from datetime import datetime, timedelta, timezone

import jwt


def issue(subject: str) -> str:
    now = datetime.now(timezone.utc)
    claims = {"sub": subject, "iat": now, "exp": now + timedelta(hours=8)}
    return jwt.encode(claims, os.environ["JWT_SECRET"], algorithm="HS256")
