const { connect, Ticket } = require("../models/ticket");

exports.handler = async (event) => {
  await connect();
  const { author, text } = JSON.parse(event.body);
  const { matchedCount } = await Ticket.updateOne(
    { _id: event.pathParameters.id },
    { $push: { comments: { author, text } } },
  );
  return matchedCount === 1 ? { statusCode: 204, body: "" } : { statusCode: 404, body: "" };
};
