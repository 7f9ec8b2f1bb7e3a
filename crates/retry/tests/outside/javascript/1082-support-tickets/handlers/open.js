const { connect, Ticket } = require("../models/ticket");

exports.handler = async (event) => {
  await connect();
  const { subject, text } = JSON.parse(event.body);
  if (!subject) return { statusCode: 400, body: JSON.stringify({ error: "subject is required" }) };
  const ticket = await Ticket.create({ subject, text, tags: [], comments: [] });
  return { statusCode: 201, body: JSON.stringify({ id: ticket._id }) };
};
