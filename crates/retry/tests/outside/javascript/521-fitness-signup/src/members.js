const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocument.from(new DynamoDB({}), {
  marshallOptions: { removeUndefinedValues: true },
});

module.exports = {
  save: (member) => db.put({ TableName: process.env.MEMBERS, Item: member }),
  find: async (memberId) => {
    const { Item } = await db.get({ TableName: process.env.MEMBERS, Key: { memberId } });
    return Item;
  },
};
