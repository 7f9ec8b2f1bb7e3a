// Every new line sums up the order again.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function addLine(line: number, amount: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("INSERT INTO order_lines (id, order_id, amount) VALUES ($1, $2, $3)", [line, 1, amount]);
    const { rows } = await client.query(
      "SELECT COALESCE(SUM(amount), 0) AS total FROM order_lines WHERE order_id = $1",
      [1],
    );
    await client.query("UPDATE orders SET total = $1 WHERE id = $2", [Number(rows[0].total), 1]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const orders = table<number, { total: number }>("orders", { total: 0 }, { rows: { 1: { total: 0 } } });
const lines = table<number, { order_id: number; amount: number }>(
  "order_lines",
  { order_id: 0, amount: 0 },
  { rows: {} },
);

const first = integer("first", 5);
const second = integer("second", 7);
assume(first > 0 && second > 0);

invariant("the total is the sum of the lines", () => orders.read(1)!.total === lines.sum((line) => line.amount));

concurrently(() => addLine(101, first), () => addLine(102, second));
