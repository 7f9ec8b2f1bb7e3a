import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const TableName = process.env.TEAMS!;
export const inviteKey = (team: string, id: string) => ({ pk: `TEAM#${team}`, sk: `INVITE#${id}` });
export const memberKey = (team: string, user: string) => ({ pk: `TEAM#${team}`, sk: `MEMBER#${user}` });
export const json = (statusCode: number, body: unknown) => ({ statusCode, body: JSON.stringify(body) });
