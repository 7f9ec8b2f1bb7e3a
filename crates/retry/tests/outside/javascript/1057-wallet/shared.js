import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocument.from(new DynamoDBClient({}));
export const reply = (statusCode, body) => ({ statusCode, body: JSON.stringify(body) });
export const refused = (error) => error.name === "ConditionalCheckFailedException";
