const batch = require("./batch");
const { db, isConditional } = require("./dynamo");

async function track({ drone, latitude, longitude, seq }) {
  try {
    await db.put({
      TableName: process.env.POSITIONS,
      Item: { drone, latitude, longitude, seq },
      ConditionExpression: "attribute_not_exists(drone) OR seq < :seq",
      ExpressionAttributeValues: { ":seq": seq },
    });
  } catch (error) {
    if (!isConditional(error)) throw error;
  }
}

exports.handler = (event) => batch(event, track);
