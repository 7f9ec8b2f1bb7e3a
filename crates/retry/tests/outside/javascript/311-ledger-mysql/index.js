import mysql from "mysql2/promise";

const pool = mysql.createPool({ uri: process.env.DATABASE_URL, connectionLimit: 1 });

async function book(messageId, { from, to, cents }) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [remembered] = await connection.execute(
      "INSERT IGNORE INTO processed_messages (message_id) VALUES (?)",
      [messageId],
    );
    if (remembered.affectedRows === 1) {
      await connection.execute("UPDATE accounts SET balance = balance - ? WHERE id = ?", [cents, from]);
      await connection.execute("UPDATE accounts SET balance = balance + ? WHERE id = ?", [cents, to]);
    }
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

export const handler = async (event) => {
  for (const record of event.Records) {
    await book(record.messageId, JSON.parse(record.body));
  }
};
