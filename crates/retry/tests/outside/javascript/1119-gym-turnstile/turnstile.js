const { DynamoDB } = require("aws-sdk");

const documents = new DynamoDB.DocumentClient();
const TableName = process.env.MEMBERS_TABLE;

function setInside(id, inside) {
  return documents
    .update({
      TableName,
      Key: { id },
      UpdateExpression: "SET inside = :inside",
      ExpressionAttributeValues: { ":inside": inside },
    })
    .promise();
}

exports.enter = async ({ pathParameters: { id } }) => {
  const { Item: member } = await documents.get({ TableName, Key: { id } }).promise();
  if (!member) return { statusCode: 404, body: "unknown member" };
  if (member.inside) return { statusCode: 409, body: "card is inside already" };
  await setInside(id, true);
  return { statusCode: 200, body: "welcome" };
};

exports.leave = async ({ pathParameters: { id } }) => {
  await setInside(id, false);
  return { statusCode: 200, body: "goodbye" };
};

exports.occupancy = async () => {
  const { Items } = await documents.scan({ TableName }).promise();
  return { statusCode: 200, body: String(Items.filter((member) => member.inside).length) };
};
