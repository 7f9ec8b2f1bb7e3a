import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { SNSEvent } from "aws-lambda";
import { ddb } from "./lib/ddb";
import { Flag } from "./lib/flag";

const apply = async ({ flag, enabled, version }: Flag): Promise<void> => {
  try {
    await ddb.send(
      new PutCommand({
        TableName: process.env.REPLICA_TABLE,
        Item: { flag, enabled, version },
        ConditionExpression: "attribute_not_exists(flag) OR version < :version",
        ExpressionAttributeValues: { ":version": version },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    console.debug(`${flag}: version ${version} is outdated`);
  }
};

export const handler = async (event: SNSEvent): Promise<void> => {
  for (const record of event.Records) {
    await apply(Flag.parse(JSON.parse(record.Sns.Message)));
  }
};
