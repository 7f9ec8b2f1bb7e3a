const { append } = require("./games");

exports.handler = async (event) => {
  const { game, player, choice } = JSON.parse(event.body);
  await append(game, { player, choice });
  return { statusCode: 200 };
};
