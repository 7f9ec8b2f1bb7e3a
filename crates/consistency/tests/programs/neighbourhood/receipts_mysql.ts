// A charge and its receipt; a duplicate receipt is caught and ignored, and then the transaction is committed (MySQL).
// mysql:read-committed ✗ serially: the duplicate takes back its statement only, so the second charge is committed without a receipt
// mysql:repeatable-read ✗ serially
// mysql:serializable ✗ serially
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", user: "pay", database: "pay" });

const prepaidCards = table("prepaid_cards", { balance: 0 }, { rows: { 1: { balance: 100 } } });
const cardReceipts = table("card_receipts", { card: 0 }, { rows: {} });

async function charge(request: number, card: number): Promise<void> {
  const conn = await pool.getConnection();
  try {
    await conn.beginTransaction();
    await conn.execute("UPDATE prepaid_cards SET balance = balance - 10 WHERE id = ?", [card]);
    try {
      await conn.execute("INSERT INTO card_receipts (id, card) VALUES (?, ?)", [request, card]);
    } catch (error: any) {
      if (error.code !== "ER_DUP_ENTRY") throw error;
    }
    await conn.commit();
  } finally {
    conn.release();
  }
}

invariant("every charge has a receipt", () =>
  prepaidCards.read(1).balance === 100 - 10 * cardReceipts.count((r) => r.card === 1));

concurrently(() => charge(7, 1), () => charge(7, 1));
