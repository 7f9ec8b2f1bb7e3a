const axios = require("axios");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, PutCommand } = require("@aws-sdk/lib-dynamodb");

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const psp = axios.create({ baseURL: "https://api.psp.example/v2", timeout: 8000 });

const reply = (statusCode, payload) => ({ statusCode, body: JSON.stringify(payload) });

async function remembered(key) {
  const { Item } = await doc.send(new GetCommand({ TableName: "idempotency", Key: { key }, ConsistentRead: true }));
  return Item && Item.response;
}

exports.charge = async (event) => {
  const key = event.headers["x-idempotency-key"];
  if (!key) return reply(400, { error: "x-idempotency-key is required" });

  const earlier = await remembered(key);
  if (earlier) return reply(200, earlier);

  const { card, amount, currency } = JSON.parse(event.body);
  const { data } = await psp.post("/charges", { card, amount, currency });
  const response = { chargeId: data.id, status: data.status };

  await doc.send(new PutCommand({ TableName: "idempotency", Item: { key, response } }));
  return reply(200, response);
};
