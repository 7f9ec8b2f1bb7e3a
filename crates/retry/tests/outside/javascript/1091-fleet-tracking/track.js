const { KinesisClient, PutRecordCommand } = require("@aws-sdk/client-kinesis");

const kinesis = new KinesisClient({});

exports.handler = async (event) => {
  const { vehicle, lat, lon } = JSON.parse(event.body);
  if (!vehicle || Math.abs(lat) > 90 || Math.abs(lon) > 180) return { statusCode: 400, body: "invalid position" };
  await kinesis.send(new PutRecordCommand({
    StreamName: process.env.STREAM,
    PartitionKey: vehicle,
    Data: Buffer.from(JSON.stringify({ vehicle, lat, lon })),
  }));
  return { statusCode: 204 };
};
