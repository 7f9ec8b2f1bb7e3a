import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { ddb } from "./lib/ddb";
import type { Flag } from "./lib/flag";

const sns = new SNSClient({});

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const flag = event.pathParameters!.flag!;
  const { enabled, version } = JSON.parse(event.body ?? "{}") as Pick<Flag, "enabled" | "version">;

  try {
    await ddb.send(
      new UpdateCommand({
        TableName: process.env.FLAGS_TABLE,
        Key: { flag },
        UpdateExpression: "SET enabled = :enabled, version = :next",
        ConditionExpression: "version = :version",
        ExpressionAttributeValues: { ":enabled": enabled, ":version": version, ":next": version + 1 },
      }),
    );
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) {
      return { statusCode: 409, body: JSON.stringify({ message: "The flag was changed by somebody else" }) };
    }
    throw error;
  }

  const updated: Flag = { flag, enabled, version: version + 1 };
  await sns.send(new PublishCommand({ TopicArn: process.env.FLAGS_TOPIC, Message: JSON.stringify(updated) }));
  return { statusCode: 200, body: JSON.stringify(updated) };
};
