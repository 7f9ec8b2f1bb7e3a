import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "documents";

const ok = (version) => ({ statusCode: 200, body: JSON.stringify({ version }) });
const conflict = { statusCode: 409, body: JSON.stringify({ message: "the document has changed" }) };

export const handler = async (event) => {
  const { id } = event.pathParameters;
  const { requestId, expectedVersion, content } = JSON.parse(event.body);
  const version = expectedVersion + 1;

  try {
    await doc.send(new UpdateCommand({
      TableName,
      Key: { id },
      UpdateExpression: "SET content = :content, version = :next, lastRequest = :request",
      ConditionExpression: "version = :expected",
      ExpressionAttributeValues: {
        ":content": content,
        ":next": version,
        ":expected": expectedVersion,
        ":request": requestId,
      },
    }));
    return ok(version);
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }

  // Was it us?
  const { Item } = await doc.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }));
  return Item?.lastRequest === requestId ? ok(version) : conflict;
};
