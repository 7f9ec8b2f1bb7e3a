const db = require("./db");

async function record({ MessageId, Timestamp, Message }) {
  const { patient, drug, packs } = JSON.parse(Message);
  await db.put({
    TableName: process.env.REFILLS,
    Item: { patient, messageId: MessageId, drug, packs, at: Timestamp },
  });
}

exports.handler = async (event) => {
  await Promise.all(event.Records.map(({ Sns }) => record(Sns)));
};
