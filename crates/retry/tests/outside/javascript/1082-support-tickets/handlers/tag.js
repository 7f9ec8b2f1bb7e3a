const { connect, Ticket } = require("../models/ticket");

exports.handler = async (event) => {
  await connect();
  const { id, tag } = event.pathParameters;
  const { matchedCount } = await Ticket.updateOne({ _id: id }, { $addToSet: { tags: tag } });
  if (matchedCount === 0) return { statusCode: 404, body: "" };
  return { statusCode: 204, body: "" };
};
