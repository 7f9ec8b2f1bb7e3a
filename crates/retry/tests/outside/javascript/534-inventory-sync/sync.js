const Redis = require("ioredis");
const axios = require("axios");
const AWS = require("aws-sdk");

const redis = new Redis(process.env.REDIS_URL);
const dynamo = new AWS.DynamoDB.DocumentClient();

exports.handler = async (event) => {
  const { Message, MessageId } = event.Records[0].Sns;
  const { sku } = JSON.parse(Message);

  const first = await redis.set(`processed:${MessageId}`, "1", "EX", 86400, "NX");
  if (first !== "OK") {
    console.log("message was handled before", MessageId);
    return;
  }

  const { data } = await axios.get(`${process.env.SUPPLIER_URL}/stock/${sku}`);
  await dynamo
    .put({ TableName: process.env.INVENTORY, Item: { sku, quantity: data.quantity } })
    .promise();
};
