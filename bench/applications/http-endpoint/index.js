const { DynamoDB } = require("aws-sdk");

const table = new DynamoDB.DocumentClient();

exports.handler = async (event) => {
  try {
    const result = await perform(event);
    return { statusCode: 200, body: JSON.stringify(result) };
  } catch (error) {
    return { statusCode: 400, body: error.message };
  }
};

const perform = (event) => {
  switch (event.httpMethod) {
    case "GET":
      return table.scan({ TableName: event.queryStringParameters.TableName }).promise();
    case "POST":
      return table.put(JSON.parse(event.body)).promise();
    case "PUT":
      return table.update(JSON.parse(event.body)).promise();
    case "DELETE":
      return table.delete(JSON.parse(event.body)).promise();
    default:
      throw new Error(`Unsupported method "${event.httpMethod}"`);
  }
};
