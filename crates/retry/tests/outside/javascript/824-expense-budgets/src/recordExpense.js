const { withTransaction } = require("./db");

async function record(messageId, { department, amountCents }) {
  await withTransaction(async (client) => {
    const inbox = await client.query(
      "INSERT INTO inbox (message_id) VALUES ($1) ON CONFLICT (message_id) DO NOTHING",
      [messageId],
    );
    if (inbox.rowCount === 0) {
      console.log("duplicate message", messageId);
      return;
    }
    await client.query("UPDATE budgets SET spent_cents = spent_cents + $2 WHERE department = $1", [
      department,
      amountCents,
    ]);
  });
}

exports.handler = async (event) => {
  for (const message of event.Records) {
    await record(message.messageId, JSON.parse(message.body));
  }
};
