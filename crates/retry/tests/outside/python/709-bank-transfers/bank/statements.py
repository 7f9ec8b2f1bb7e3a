REMEMBER = """
    INSERT INTO transfers (id, source, target, amount)
    VALUES (%s, %s, %s, %s)
    ON CONFLICT (id) DO NOTHING
"""
TAKE = "UPDATE accounts SET balance = balance - %s WHERE id = %s AND balance >= %s"
GIVE = "UPDATE accounts SET balance = balance + %s WHERE id = %s"
