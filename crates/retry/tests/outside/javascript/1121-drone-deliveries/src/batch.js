/** Runs `work` for every record and reports those that failed. */
module.exports = async function batch(event, work) {
  const batchItemFailures = [];
  for (const record of event.Records) {
    try {
      await work(JSON.parse(record.body), record);
    } catch (error) {
      console.error(record.messageId, error);
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
};
