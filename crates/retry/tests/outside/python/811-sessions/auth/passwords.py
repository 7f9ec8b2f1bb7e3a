import hashlib
import hmac
import os


def hash_password(password: str, salt: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", password.encode(), bytes.fromhex(salt), 200_000).hex()


def new_salt() -> str:
    return os.urandom(16).hex()


def matches(user: dict, password: str) -> bool:
    return hmac.compare_digest(user["hash"], hash_password(password, user["salt"]))
