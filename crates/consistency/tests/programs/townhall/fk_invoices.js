// A client without invoices is deleted; a foreign key stands behind the check of the application.
// Exactly one of the two succeeds, and both errors are caught.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "billing" });

async function invoice(id, client) {
  try {
    await pool.execute("INSERT INTO invoices (id, client, amount) VALUES (?, ?, 100)", [id, client]);
    return 1;
  } catch (error) {
    if (error.code === "ER_NO_REFERENCED_ROW_2") return 0;
    throw error;
  }
}

async function forget(client) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [[{ n }]] = await connection.execute("SELECT COUNT(*) AS n FROM invoices WHERE client = ?", [client]);
    if (n > 0) {
      await connection.rollback();
      return 0;
    }
    await connection.execute("DELETE FROM clients WHERE id = ?", [client]);
    await connection.commit();
    return 1;
  } catch (error) {
    await connection.rollback();
    if (error.code === "ER_ROW_IS_REFERENCED_2") return 0;
    throw error;
  } finally {
    connection.release();
  }
}

const clients = table("clients", { name: "ann" }, { rows: [1] });
const invoices = table("invoices", { client: 0, amount: 0 }, { rows: [] });

const [invoiced, forgotten] = await concurrently(() => invoice(50, 1), () => forget(1));

invariant("exactly one succeeds", () => invoiced + forgotten === 1);
invariant("no invoice is without its client", () => clients.read(1) !== null || invoices.read(50) === null);
