// A task is added under a share lock of its project; a project is deleted under a lock, if it has no
// tasks. At REPEATABLE READ the snapshot is older than the lock: the count does not see the task that
// was added while the deleter waited (and a row that was only locked has not changed).
// postgres:read-committed ✓
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool, PoolClient } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool({ database: "planner" });

async function inTransaction(work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await work(client);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const addTask = (project: number) =>
  inTransaction(async (client) => {
    const found = await client.query("SELECT id FROM projects WHERE id = $1 FOR SHARE", [project]);
    if (found.rows.length === 1) {
      await client.query("INSERT INTO tasks (project, done) VALUES ($1, FALSE)", [project]);
    }
  });

const deleteProject = (project: number) =>
  inTransaction(async (client) => {
    await client.query("SELECT id FROM projects WHERE id = $1 FOR UPDATE", [project]);
    const { rows } = await client.query("SELECT COUNT(*) AS n FROM tasks WHERE project = $1", [project]);
    if (Number(rows[0].n) === 0) {
      await client.query("DELETE FROM projects WHERE id = $1", [project]);
    }
  });

const projects = table("projects", { budget: 0 }, { rows: [5] });
const tasks = table("tasks", { project: 0, done: false }, { rows: [] });

concurrently(() => addTask(5), () => deleteProject(5));

invariant("no task is without a project", () =>
  projects.read(5) !== null || tasks.count((task) => task.project === 5) === 0);
