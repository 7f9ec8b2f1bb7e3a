const { readJar } = require("./store");

exports.handler = async (event) => {
  const jar = await readJar(event.pathParameters.barista);
  return { statusCode: 200, body: JSON.stringify({ cents: jar ? jar.cents : 0 }) };
};
