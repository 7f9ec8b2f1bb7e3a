const { DynamoDBClient, ExecuteStatementCommand } = require("@aws-sdk/client-dynamodb");

const client = new DynamoDBClient({});

exports.rename = async (event) => {
  const { id, name } = JSON.parse(event.body);
  await client.send(
    new ExecuteStatementCommand({
      Statement: 'UPDATE "people" SET name = ? WHERE id = ?',
      Parameters: [{ S: name }, { S: id }],
    }),
  );
  return { statusCode: 204 };
};

exports.visit = async (event) => {
  const { page } = JSON.parse(event.body);
  await client.send(
    new ExecuteStatementCommand({
      Statement: `UPDATE "visits" SET hits = hits + 1 WHERE page = ?`,
      Parameters: [{ S: page }],
    }),
  );
  return { statusCode: 204 };
};
