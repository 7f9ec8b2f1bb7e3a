import { DynamoDBClient, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";

const client = new DynamoDBClient({});
const { SEEN_TABLE, STATISTICS_TABLE } = process.env;

const known = ({ name, CancellationReasons = [] }) =>
  name === "TransactionCanceledException" && CancellationReasons[0]?.Code === "ConditionalCheckFailed";

async function count(eventID, { createdAt, cents }) {
  const day = createdAt.slice(0, 10);
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Put: {
            TableName: SEEN_TABLE,
            Item: marshall({ eventID }),
            ConditionExpression: "attribute_not_exists(eventID)",
          },
        },
        {
          Update: {
            TableName: STATISTICS_TABLE,
            Key: marshall({ day }),
            UpdateExpression: "ADD orders :one, cents :cents",
            ExpressionAttributeValues: marshall({ ":one": 1, ":cents": cents }),
          },
        },
      ],
    }),
  );
}

export const handler = async (event) => {
  for (const { eventID, eventName, dynamodb } of event.Records) {
    if (eventName !== "INSERT") continue;
    try {
      await count(eventID, unmarshall(dynamodb.NewImage));
    } catch (error) {
      if (!known(error)) throw error;
      console.debug(`${eventID} was counted before`);
    }
  }
};
