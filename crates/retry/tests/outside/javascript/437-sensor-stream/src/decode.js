export function* decode(records) {
  for (const { kinesis } of records) {
    const text = Buffer.from(kinesis.data, "base64").toString("utf8");
    const { device, takenAt, celsius } = JSON.parse(text);
    yield { device, takenAt, celsius };
  }
}
