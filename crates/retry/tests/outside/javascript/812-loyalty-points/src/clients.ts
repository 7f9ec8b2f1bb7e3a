import { Logger } from "@aws-lambda-powertools/logger";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

export const logger = new Logger();
export const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
