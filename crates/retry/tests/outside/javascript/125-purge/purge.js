const AWS = require("aws-sdk");
const db = new AWS.DynamoDB.DocumentClient();

module.exports.handler = async ({ room }) => {
  const params = {
    TableName: "messages",
    KeyConditionExpression: "room = :room",
    ExpressionAttributeValues: { ":room": room },
    ProjectionExpression: "room, sent",
  };
  let page;
  do {
    page = await db.query(params).promise();
    for (const { room, sent } of page.Items) {
      await db.delete({ TableName: "messages", Key: { room, sent } }).promise();
    }
    params.ExclusiveStartKey = page.LastEvaluatedKey;
  } while (page.LastEvaluatedKey);
};
