const { load } = require("./games");

exports.handler = async (event) => {
  const game = await load(event.pathParameters.game);
  if (!game) return { statusCode: 404, body: "{}" };
  return { statusCode: 200, body: JSON.stringify(game) };
};
