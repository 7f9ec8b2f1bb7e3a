const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");
const { decode } = require("./records");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

// the bin is the partition key of the stream
exports.handler = async (event) => {
  for (const record of event.Records) {
    const { bin, kilograms, lid } = decode(record);
    await db.send(new PutCommand({
      TableName: process.env.BINS,
      Item: { bin, kilograms, lid, sequence: record.kinesis.sequenceNumber },
    }));
  }
};
