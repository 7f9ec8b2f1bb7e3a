import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.DEMO_TABLE;

async function* pages() {
  let ExclusiveStartKey;
  do {
    const page = await ddb.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    yield page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

export const reset = async () => {
  for await (const items of pages()) {
    for (let i = 0; i < items.length; i += 25) {
      const chunk = items.slice(i, i + 25);
      await ddb.send(
        new BatchWriteCommand({
          RequestItems: { [TableName]: chunk.map(({ id }) => ({ DeleteRequest: { Key: { id } } })) },
        }),
      );
    }
  }
  console.log("demo data removed");
};

export const save = async (event) => {
  const { title } = JSON.parse(event.body);
  await ddb.send(new PutCommand({ TableName, Item: { id: event.pathParameters.id, title } }));
  return { statusCode: 204, body: "" };
};

export const list = async () => {
  const all = [];
  for await (const items of pages()) all.push(...items);
  return { statusCode: 200, body: JSON.stringify(all) };
};
