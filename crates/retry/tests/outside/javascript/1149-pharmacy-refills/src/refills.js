const db = require("./db");

exports.handler = async (event) => {
  const { Items } = await db.query({
    TableName: process.env.REFILLS,
    KeyConditionExpression: "patient = :patient",
    ExpressionAttributeValues: { ":patient": event.pathParameters.patient },
  });
  return { statusCode: 200, body: JSON.stringify({ refills: Items ?? [] }) };
};
