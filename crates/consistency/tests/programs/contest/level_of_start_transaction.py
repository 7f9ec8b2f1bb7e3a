# The level is an argument of start_transaction.
# mysql:serializable ? (✗ in truth)
import mysql.connector
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 0}})
def add():
    conn = mysql.connector.connect(user="u")
    conn.start_transaction(isolation_level="READ COMMITTED")
    cur = conn.cursor()
    cur.execute("SELECT v FROM t WHERE id = 1")
    v = cur.fetchone()[0]
    cur.execute("UPDATE t SET v = %s WHERE id = 1", (v + 1,))
    conn.commit()
concurrently(add, add)
@invariant
def both():
    return t.read(1)["v"] == 2
