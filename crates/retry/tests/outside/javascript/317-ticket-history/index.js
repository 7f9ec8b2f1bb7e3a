const mongoose = require("mongoose");
const Ticket = require("./models/ticket");

let connection;

exports.update = async (event, context) => {
  context.callbackWaitsForEmptyEventLoop = false;
  connection = connection || (await mongoose.connect(process.env.MONGO_URL));

  const { status, comment } = JSON.parse(event.body);
  const by = event.requestContext.authorizer.principalId;

  await Ticket.findByIdAndUpdate(event.pathParameters.id, {
    $set: { status },
    $push: { history: { status, comment, by, at: new Date(event.requestContext.requestTimeEpoch) } },
  });

  return { statusCode: 204 };
};
