import os

import requests

BASE = "https://api.crm.example.com/v3"


def changed_since(cursor):
    response = requests.get(
        f"{BASE}/contacts",
        params={"since": cursor, "limit": 500},
        headers={"Authorization": f"Bearer {os.environ['CRM_TOKEN']}"},
        timeout=10,
    )
    response.raise_for_status()
    return response.json()
