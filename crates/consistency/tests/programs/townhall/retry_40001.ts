// The level stands in BEGIN, and the loop tries again when the database says 40001. Whatever the
// default of the database is, the transactions are serializable.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool({ database: "school" });

async function enroll(student: number, course: number): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const client = await pool.connect();
    try {
      await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
      const { rows } = await client.query("SELECT COUNT(*) AS n FROM enrolled WHERE course = $1", [course]);
      if (Number(rows[0].n) >= 1) {
        await client.query("ROLLBACK");
        return false;
      }
      await client.query("INSERT INTO enrolled (student, course) VALUES ($1, $2)", [student, course]);
      await client.query("COMMIT");
      return true;
    } catch (error: any) {
      await client.query("ROLLBACK");
      if (error.code !== "40001") throw error;
    } finally {
      client.release();
    }
  }
  throw new Error("too many attempts");
}

const enrolled = table("enrolled", { student: 0, course: 0 }, { rows: [] });

const [ann, bob] = await concurrently(() => enroll(1, 101), () => enroll(2, 101));

invariant("the course has one place", () => enrolled.count((row) => row.course === 101) === 1);
invariant("only one is told so", () => ann !== bob);
