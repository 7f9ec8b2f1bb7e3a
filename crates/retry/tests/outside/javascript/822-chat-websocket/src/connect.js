const connections = require("./connections");

exports.handler = async (event) => {
  const room = event.queryStringParameters?.room || "lobby";
  await connections.join(event.requestContext.connectionId, room);
  return { statusCode: 200, body: "connected" };
};
