import { TableName, db } from "./db.js";

const decode = ({ kinesis }) => ({
  ...JSON.parse(Buffer.from(kinesis.data, "base64").toString("utf8")),
  device: kinesis.partitionKey,
  arrived: kinesis.approximateArrivalTimestamp,
});

/** The last reading of each device; records of a shard are in order. */
const lastOfEach = (readings) =>
  Object.values(readings.reduce((byDevice, reading) => ({ ...byDevice, [reading.device]: reading }), {}));

export const handler = async (event) => {
  for (const { device, arrived, celsius } of lastOfEach(event.Records.map(decode))) {
    await db.put({ TableName, Item: { device, arrived, celsius } });
  }
};
