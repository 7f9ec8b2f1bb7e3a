import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { decode } from "./decode.js";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event) => {
  const perPage = new Map();
  for (const record of event.Records) {
    const { page } = decode(record);
    perPage.set(page, (perPage.get(page) ?? 0) + 1);
  }

  for (const [page, clicks] of perPage) {
    await ddb.send(
      new UpdateCommand({
        TableName: process.env.COUNTS_TABLE,
        Key: { page },
        UpdateExpression: "ADD clicks :clicks",
        ExpressionAttributeValues: { ":clicks": clicks },
      }),
    );
  }
};
