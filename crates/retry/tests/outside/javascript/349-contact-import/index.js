const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, BatchWriteCommand } = require("@aws-sdk/lib-dynamodb");

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TABLE = process.env.CONTACTS_TABLE;

function* chunks(items, size) {
  for (let start = 0; start < items.length; start += size) {
    yield items.slice(start, start + size);
  }
}

const toPut = (list) => (contact) => ({
  PutRequest: {
    Item: { list, email: contact.email.toLowerCase(), name: contact.name, source: "import" },
  },
});

exports.handler = async (event) => {
  const { list } = event.pathParameters;
  const contacts = JSON.parse(event.body);

  for (const chunk of chunks(contacts, 25)) {
    await doc.send(new BatchWriteCommand({ RequestItems: { [TABLE]: chunk.map(toPut(list)) } }));
  }

  return { statusCode: 200, body: JSON.stringify({ list, imported: contacts.length }) };
};
