const members = require("./members");

exports.handler = async (event) => {
  const member = await members.find(event.requestContext.authorizer.claims.sub);
  if (!member) return { statusCode: 404, body: "" };
  return {
    statusCode: 200,
    body: JSON.stringify({ plan: member.plan, trialEnds: member.trialEnds }),
  };
};
