const connections = require("./connections");

exports.handler = async (event) => {
  await connections.leave(event.requestContext.connectionId);
  return { statusCode: 200, body: "disconnected" };
};
