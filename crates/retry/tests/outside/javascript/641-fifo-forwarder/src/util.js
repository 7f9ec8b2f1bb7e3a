exports.decode = ({ kinesis }) => Buffer.from(kinesis.data, "base64").toString("utf8");

exports.chunk = function* (items, size) {
  for (let from = 0; from < items.length; from += size) {
    yield items.slice(from, from + size);
  }
};
