const decode = ({ kinesis }) => JSON.parse(Buffer.from(kinesis.data, "base64").toString("utf8"));

module.exports = { decode };
