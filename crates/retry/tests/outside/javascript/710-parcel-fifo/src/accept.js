const { createHash } = require("crypto");
const middy = require("@middy/core");
const jsonBodyParser = require("@middy/http-json-body-parser");
const { push } = require("./queue");

const accept = async ({ body }) => {
  const { parcel, sender, weight } = body;
  const id = createHash("sha256").update(`${sender}/${parcel}`).digest("hex");
  await push(process.env.PARCELS_QUEUE, sender, { parcel, sender, weight, acceptedAt: Date.now() }, id);
  return { statusCode: 202, body: JSON.stringify({ parcel }) };
};

exports.handler = middy(accept).use(jsonBodyParser());
