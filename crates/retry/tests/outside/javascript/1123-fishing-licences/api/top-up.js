const anglers = require("../lib/anglers");

exports.handler = async (event) => {
  const { credits } = JSON.parse(event.body);
  const known = await anglers.addCredits(event.pathParameters.sub, credits);
  return known ? { statusCode: 204, body: "" } : { statusCode: 404, body: "unknown angler" };
};
