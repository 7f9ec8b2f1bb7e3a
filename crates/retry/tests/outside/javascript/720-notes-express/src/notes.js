const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
} = require("@aws-sdk/lib-dynamodb");

exports.createNotes = (TableName) => {
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  return {
    get: async (id) => (await db.send(new GetCommand({ TableName, Key: { id } }))).Item,
    put: (note) => db.send(new PutCommand({ TableName, Item: note })),
    remove: (id) => db.send(new DeleteCommand({ TableName, Key: { id } })),
    async *all() {
      let ExclusiveStartKey;
      do {
        const page = await db.send(new ScanCommand({ TableName, ExclusiveStartKey }));
        yield* page.Items;
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    },
  };
};
