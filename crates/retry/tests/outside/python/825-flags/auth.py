import os

import jwt


class Forbidden(Exception):
    pass


def user_of(event) -> str:
    header = event.get("headers", {}).get("authorization", "")
    if not header.startswith("Bearer "):
        raise Forbidden("no token")
    try:
        claims = jwt.decode(header[7:], os.environ["JWT_SECRET"], algorithms=["HS256"])
    except jwt.PyJWTError as error:
        raise Forbidden("bad token") from error
    return claims["sub"]
