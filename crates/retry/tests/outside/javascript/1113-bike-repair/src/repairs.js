const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, PutCommand, ScanCommand } = require("@aws-sdk/lib-dynamodb");

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

class RepairStore {
  constructor(tableName) {
    this.tableName = tableName;
  }

  async find(id) {
    const { Item } = await client.send(new GetCommand({ TableName: this.tableName, Key: { id } }));
    return Item;
  }

  async save(repair) {
    await client.send(new PutCommand({ TableName: this.tableName, Item: repair }));
  }

  async all() {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: this.tableName }));
    return Items;
  }
}

module.exports = new RepairStore(process.env.REPAIRS);
