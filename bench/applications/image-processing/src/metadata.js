const { DynamoDB } = require("aws-sdk");
const { createHash } = require("crypto");

const table = new DynamoDB.DocumentClient();

exports.extract = async (event) => {
  const { name, content, format, width, height } = event.image;
  const digest = createHash("sha256").update(content).digest("hex");
  await table.put({
    TableName: process.env.METADATA,
    Item: { name, digest, format, width, height },
  }).promise();
  return { ...event, digest };
};

exports.transform = async (event) => {
  const { name, format, width, height } = event.image;
  const orientation = width > height ? "landscape" : "portrait";
  return { name, format: format.toUpperCase(), pixels: width * height, orientation };
};

exports.store = async (event) => {
  await table.put({
    TableName: process.env.METADATA,
    Item: { name: `${event.name}#transformed`, format: event.format, pixels: event.pixels },
  }).promise();
  return { stored: event.name };
};
