import { randomInt } from "node:crypto";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { AssignedFiling, Filing } from "./types";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CASES_TABLE!;

export const handler = async (filing: Filing): Promise<AssignedFiling> => {
  const caseNumber = randomInt(100_000, 1_000_000);
  try {
    await db.send(
      new PutCommand({
        TableName,
        Item: { filingId: filing.filingId, caseNumber, subject: filing.subject },
        ConditionExpression: "attribute_not_exists(filingId)",
      }),
    );
    return { ...filing, caseNumber };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { Item } = await db.send(new GetCommand({ TableName, Key: { filingId: filing.filingId } }));
    return { ...filing, caseNumber: Item!.caseNumber };
  }
};
