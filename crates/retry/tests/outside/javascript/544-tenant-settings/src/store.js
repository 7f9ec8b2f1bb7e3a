const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

class SettingsStore {
  constructor(tableName) {
    this.tableName = tableName;
    this.db = DynamoDBDocument.from(new DynamoDB({}));
  }

  async load(tenant) {
    const { Item } = await this.db.get({ TableName: this.tableName, Key: { tenant } });
    return Item || { tenant, theme: "light", locale: "en" };
  }

  async save(tenant, { theme, locale }) {
    await this.db.put({ TableName: this.tableName, Item: { tenant, theme, locale } });
  }
}

module.exports = { SettingsStore };
