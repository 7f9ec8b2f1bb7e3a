const pool = require("./pool");

exports.handler = async (event) => {
  for (const record of event.Records) {
    const { sku, qty } = JSON.parse(record.body);
    const connection = await pool.getConnection();
    try {
      await connection.beginTransaction();
      const [result] = await connection.execute("INSERT IGNORE INTO receipts (message_id) VALUES (?)", [record.messageId]);
      if (result.affectedRows === 1) {
        await connection.execute("UPDATE stock SET qty = qty + ? WHERE sku = ?", [qty, sku]);
      }
      await connection.commit();
    } catch (error) {
      await connection.rollback();
      throw error;
    } finally {
      connection.release();
    }
  }
};
