"""A payment provider delivers a webhook at least once."""


def receive(conn, payment, account, amount):
    with conn:
        with conn.cursor() as cur:
            cur.execute(
                "INSERT INTO payments (id, amount) VALUES (%s, %s) ON CONFLICT (id) DO NOTHING",
                (payment, amount),
            )
            if cur.rowcount == 1:
                cur.execute(
                    "UPDATE accounts SET balance = balance + %s WHERE id = %s", (amount, account)
                )
