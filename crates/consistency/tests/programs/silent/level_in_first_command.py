# The first command of the connection.
# mysql:serializable ? (✗ in truth)
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}})
def run():
    conn = pymysql.connect(init_command='SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
    cur = conn.cursor()
    pass
    cur.execute("SELECT v FROM t WHERE id = 1")
    (v,) = cur.fetchone()
    cur.execute("UPDATE t SET v = %s WHERE id = 1", (v + 1,))
    conn.commit()
concurrently(run, run)
@invariant
def as_said():
    return t.read(1)["v"] == 3
