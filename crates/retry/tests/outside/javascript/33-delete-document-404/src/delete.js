const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, DeleteCommand } = require("@aws-sdk/lib-dynamodb");

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

class DocumentStore {
  constructor(ddb, tableName) {
    this.ddb = ddb;
    this.tableName = tableName;
  }

  async remove(tenant, documentId) {
    const { Attributes } = await this.ddb.send(
      new DeleteCommand({
        TableName: this.tableName,
        Key: { tenant, documentId },
        ReturnValues: "ALL_OLD",
      }),
    );
    return Attributes;
  }
}

const store = new DocumentStore(client, process.env.DOCUMENTS_TABLE);

exports.handler = async (event) => {
  const { tenant, documentId } = event.pathParameters;
  const removed = await store.remove(tenant, documentId);
  if (!removed) {
    return { statusCode: 404, body: JSON.stringify({ message: "no such document" }) };
  }
  return { statusCode: 200, body: JSON.stringify({ removed: removed.title }) };
};
