import type { PostConfirmationTriggerHandler } from "aws-lambda";
import { DynamoDBClient, ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});

export const handler: PostConfirmationTriggerHandler = async (event) => {
  // Also called after "forgot password".
  if (event.triggerSource !== "PostConfirmation_ConfirmSignUp") return event;

  const { sub, email, locale } = event.request.userAttributes;
  try {
    await doc.send(new PutCommand({
      TableName: process.env.PROFILES,
      Item: {
        userId: sub,
        userName: event.userName,
        email,
        locale: locale ?? "en",
        plan: "free",
        createdAt: Date.now(),
      },
      ConditionExpression: "attribute_not_exists(userId)",
    }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    console.info("profile exists", sub);
  }
  return event;
};
