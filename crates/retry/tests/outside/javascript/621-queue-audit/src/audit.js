const { save } = require("./store");

exports.handler = async (event, context) => {
  // one entry for each batch; the request id makes it unique
  await save(process.env.AUDIT_TABLE, {
    id: context.awsRequestId,
    entries: event.Records.map(({ messageId, body }) => ({ messageId, body })),
  });
};
