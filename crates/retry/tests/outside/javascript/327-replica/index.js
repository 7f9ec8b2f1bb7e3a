const AWS = require("aws-sdk");

const documents = new AWS.DynamoDB.DocumentClient();
const { unmarshall } = AWS.DynamoDB.Converter;
const TableName = process.env.REPLICA_TABLE;

async function apply(record) {
  const { Keys, NewImage } = record.dynamodb;
  switch (record.eventName) {
    case "INSERT":
    case "MODIFY":
      await documents.put({ TableName, Item: unmarshall(NewImage) }).promise();
      break;
    case "REMOVE":
      await documents.delete({ TableName, Key: unmarshall(Keys) }).promise();
      break;
    default:
      console.warn("unexpected event", record.eventName);
  }
}

exports.handler = async (event) => {
  for (const record of event.Records) {
    await apply(record);
  }
  return `${event.Records.length} records`;
};
