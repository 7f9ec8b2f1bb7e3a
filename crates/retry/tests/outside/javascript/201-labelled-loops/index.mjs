import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const reserve = async ({ rows, guest }) => {
  let found = null;
  search: for (const row of rows) {
    for (const side of ["left", "right"]) {
      try {
        await doc.send(
          new UpdateCommand({
            TableName: "seats",
            Key: { row: `${row}-${side}` },
            UpdateExpression: "SET guest = :guest",
            ConditionExpression: "attribute_not_exists(guest)",
            ExpressionAttributeValues: { ":guest": guest },
          }),
        );
        found = `${row}-${side}`;
        break search;
      } catch (error) {
        if (error.name === "ConditionalCheckFailedException") continue;
        throw error;
      }
    }
  }
  return { seat: found };
};
