const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocumentClient, GetCommand, UpdateCommand } = require('@aws-sdk/lib-dynamodb');

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.ORDERS_TABLE;

async function setStatus(orderId, status, paymentId, at) {
  await db.send(new UpdateCommand({
    TableName,
    Key: { orderId },
    UpdateExpression: 'SET #status = :status, paymentId = :payment, statusChangedAt = :at',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':status': status, ':payment': paymentId, ':at': at },
  }));
}

async function getOrder(orderId) {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { orderId } }));
  return Item;
}

module.exports = { setStatus, getOrder };
