export const decode = (record) => JSON.parse(Buffer.from(record.kinesis.data, "base64").toString("utf8"));
