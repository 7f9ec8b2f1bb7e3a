import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const setField = (orderId: string, field: string, value: unknown) =>
  db.send(new UpdateCommand({
    TableName: process.env.VIEW,
    Key: { orderId },
    UpdateExpression: "SET #f = :v",
    ExpressionAttributeNames: { "#f": field },
    ExpressionAttributeValues: { ":v": value },
  }));
