const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocumentClient, PutCommand, QueryCommand, UpdateCommand } = require('@aws-sdk/lib-dynamodb');

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.SLOTS_TABLE;

/** True if the slot belongs to this customer now. */
exports.book = async (slot) => {
  try {
    await db.send(new PutCommand({
      TableName,
      Item: { ...slot, reminded: false },
      ConditionExpression: 'attribute_not_exists(slotId) OR customerId = :me',
      ExpressionAttributeValues: { ':me': slot.customerId },
    }));
    return true;
  } catch (err) {
    if (err.name === 'ConditionalCheckFailedException') return false;
    throw err;
  }
};

exports.notReminded = async (day) => {
  const { Items } = await db.send(new QueryCommand({
    TableName,
    IndexName: 'byDay',
    KeyConditionExpression: '#day = :day',
    FilterExpression: 'reminded = :no',
    ExpressionAttributeNames: { '#day': 'day' },
    ExpressionAttributeValues: { ':day': day, ':no': false },
  }));
  return Items;
};

exports.markReminded = (slotId) => db.send(new UpdateCommand({
  TableName,
  Key: { slotId },
  UpdateExpression: 'SET reminded = :yes',
  ExpressionAttributeValues: { ':yes': true },
}));
