const { recordScan } = require("../lib/parcels");

exports.handler = async (event) => {
  const batchItemFailures = [];
  for (const record of event.Records) {
    try {
      const scan = JSON.parse(record.body);
      await recordScan(scan);
    } catch (error) {
      console.error("scan failed", record.messageId, error);
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
};
