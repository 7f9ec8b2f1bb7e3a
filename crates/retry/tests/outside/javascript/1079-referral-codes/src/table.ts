import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const TableName = process.env.REFERRALS!;
export const key = (kind: "CODE" | "USER", id: string, sk = "#") => ({ pk: `${kind}#${id}`, sk });
