// Page hits: INSERT, or count.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({});
const hits = table("hits", { n: 0 }, { rows: [], key: "page" });

const hit = (page) =>
  pool.query("INSERT INTO hits (page, n) VALUES (?, 1) ON DUPLICATE KEY UPDATE n = n + 1", [page]);

concurrently(() => hit("/"), () => hit("/"));
invariant("both count", () => hits.read("/").n === 2);
