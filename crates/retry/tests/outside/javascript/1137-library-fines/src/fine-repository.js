const AWS = require("aws-sdk");

class FineRepository {
  constructor(table, documents = new AWS.DynamoDB.DocumentClient()) {
    this.table = table;
    this.documents = documents;
  }

  async load(id) {
    const { Item } = await this.documents.get({ TableName: this.table, Key: { id } }).promise();
    return Item || null;
  }

  /** Optimistic: fails if somebody changed the fine meanwhile. */
  async savePaid(fine, paid) {
    await this.documents
      .update({
        TableName: this.table,
        Key: { id: fine.id },
        UpdateExpression: "SET paid = :paid, version = :next",
        ConditionExpression: "version = :version",
        ExpressionAttributeValues: { ":paid": paid, ":version": fine.version, ":next": fine.version + 1 },
      })
      .promise();
  }

  async waive(id) {
    try {
      await this.documents
        .update({
          TableName: this.table,
          Key: { id },
          UpdateExpression: "SET waived = :true",
          ConditionExpression: "attribute_exists(id)",
          ExpressionAttributeValues: { ":true": true },
        })
        .promise();
      return true;
    } catch (error) {
      if (error.code === "ConditionalCheckFailedException") return false;
      throw error;
    }
  }
}

module.exports = { FineRepository };
