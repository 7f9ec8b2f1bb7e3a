const { inTransaction } = require("./db");

const REMEMBER = "INSERT INTO processed_messages (message_id) VALUES ($1) ON CONFLICT (message_id) DO NOTHING";
const BOOK = "UPDATE accounts SET balance = balance + $2 WHERE id = $1";

exports.handler = async (event) => {
  for (const { messageId, body } of event.Records) {
    const { account, amount } = JSON.parse(body);
    const booked = await inTransaction(async (client) => {
      const { rowCount } = await client.query(REMEMBER, [messageId]);
      if (rowCount === 0) return false;
      await client.query(BOOK, [account, amount]);
      return true;
    });
    console.log(booked ? "booked" : "seen before", messageId);
  }
};
