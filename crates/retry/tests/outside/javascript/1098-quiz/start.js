const { create } = require("./games");

exports.handler = async (event) => {
  const { game } = event.pathParameters;
  const seed = Math.floor(Math.random() * 1000000);
  await create(game, seed);
  return { statusCode: 201, body: JSON.stringify({ game }) };
};
