# A project is deleted with ON DELETE CASCADE while a task is added to it, whose foreign key error is caught (psycopg2).
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import os

import psycopg2
from psycopg2.errors import ForeignKeyViolation

from aplomb.consistency import concurrently, invariant, table


def add_task(project: int, title: str) -> bool:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    try:
        with conn, conn.cursor() as cur:
            cur.execute("INSERT INTO tasks (project_id, title) VALUES (%s, %s)", (project, title))
        return True
    except ForeignKeyViolation:
        return False
    finally:
        conn.close()


def delete_project(project: int) -> int:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    with conn, conn.cursor() as cur:
        cur.execute("DELETE FROM projects WHERE id = %s", (project,))
        return cur.rowcount


projects = table("projects", {"name": ""}, key="id", rows={9: {"name": "moon"}})
tasks = table("tasks", {"project_id": 0, "title": ""}, key="id", rows={})


@invariant
def nothing_is_left_of_the_project() -> bool:
    return projects.read(9) is None and tasks.count(lambda task: task["project_id"] == 9) == 0


concurrently(lambda: add_task(9, "land"), lambda: delete_project(9))
