const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const decode = (data) => JSON.parse(Buffer.from(data, "base64").toString("utf8"));

exports.handler = async (event) => {
  for (const record of event.Records) {
    const { vehicle, lat, lon } = decode(record.kinesis.data);
    await db.send(new PutCommand({
      TableName: process.env.TRAIL,
      Item: { id: record.eventID, vehicle, lat, lon },
    }));
  }
};
