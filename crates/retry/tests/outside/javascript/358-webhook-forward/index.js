const axios = require("axios");
const retry = require("async-retry");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function deliver(id, { url, type, payload }) {
  await retry(
    () =>
      axios.post(url, { type, payload }, {
        timeout: 5000,
        headers: { "Idempotency-Key": id, "User-Agent": "acme-webhooks/1" },
      }),
    { retries: 3, minTimeout: 200 },
  );
}

exports.handler = async (event) => {
  for (const record of event.Records) {
    const hook = JSON.parse(record.body);
    await deliver(record.messageId, hook);
    await doc.send(new PutCommand({
      TableName: "deliveries",
      Item: { id: record.messageId, url: hook.url, state: "delivered" },
    }));
  }
};
