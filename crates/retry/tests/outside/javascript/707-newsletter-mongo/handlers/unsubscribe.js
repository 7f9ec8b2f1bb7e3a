const { subscribers } = require("../lib/mongo");

exports.handler = async (event) => {
  const _id = decodeURIComponent(event.pathParameters.email).toLowerCase();
  const { deletedCount } = await subscribers().deleteOne({ _id });
  return deletedCount === 1 ? { statusCode: 204, body: "" } : { statusCode: 404, body: "" };
};
