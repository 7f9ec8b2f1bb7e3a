import { DynamoDBClient, ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

// Input of the state: { "executionId.$": "$$.Execution.Name", "showId.$": "$.showId", "seats.$": "$.seats" }
interface Task {
  executionId: string;
  showId: string;
  seats: number;
}

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.SHOWS_TABLE!;

export class SoldOut extends Error {
  name = "SoldOut";
}

export const handler = async ({ executionId, showId, seats }: Task): Promise<{ reserved: number }> => {
  try {
    await ddb.send(
      new UpdateCommand({
        TableName,
        Key: { showId },
        UpdateExpression: "SET free = free - :n, reservations.#e = :n",
        ConditionExpression: "free >= :n AND attribute_not_exists(reservations.#e)",
        ExpressionAttributeNames: { "#e": executionId },
        ExpressionAttributeValues: { ":n": seats },
      }),
    );
  } catch (e) {
    if (!(e instanceof ConditionalCheckFailedException)) throw e;
    const { Item } = await ddb.send(new GetCommand({ TableName, Key: { showId }, ConsistentRead: true }));
    if (Item?.reservations?.[executionId] === undefined) {
      throw new SoldOut(`no ${seats} seats left for ${showId}`);
    }
  }
  return { reserved: seats };
};
