exports.readings = (event) =>
  event.Records.map(({ kinesis }) =>
    JSON.parse(Buffer.from(kinesis.data, "base64").toString("utf8"))
  );

exports.groupBy = (items, keyOf) => {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return groups;
};
