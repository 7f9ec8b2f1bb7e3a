from db import connect


class InsufficientFunds(Exception):
    pass


def move(cur, source: str, target: str, amount: int) -> None:
    cur.execute(
        "UPDATE accounts SET balance = balance - %s WHERE id = %s AND balance >= %s",
        (amount, source, amount),
    )
    if cur.rowcount != 1:
        raise InsufficientFunds(source)
    cur.execute("UPDATE accounts SET balance = balance + %s WHERE id = %s", (amount, target))


def handler(event, context):
    """Task of the state machine `settlement`."""
    with connect() as conn:
        with conn.cursor() as cur:
            cur.execute(
                "INSERT INTO transfers (id, source, target, amount) VALUES (%s, %s, %s, %s)"
                " ON CONFLICT (id) DO NOTHING",
                (event["transferId"], event["source"], event["target"], event["amount"]),
            )
            if cur.rowcount == 1:
                move(cur, event["source"], event["target"], event["amount"])
    return {"transferId": event["transferId"], "status": "DONE"}
