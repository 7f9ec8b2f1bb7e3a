import type { PostAuthenticationTriggerEvent, PostConfirmationTriggerEvent } from "aws-lambda";
import { AdminAddUserToGroupCommand, CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { db, TableName } from "./db";

const cognito = new CognitoIdentityProviderClient({});

export const postConfirmation = async (event: PostConfirmationTriggerEvent) => {
  const { sub, email } = event.request.userAttributes;
  try {
    await db.send(new PutCommand({
      TableName,
      Item: { sub, email, createdAt: new Date().toISOString() },
      ConditionExpression: "attribute_not_exists(#s)",
      ExpressionAttributeNames: { "#s": "sub" },
    }));
  } catch (error) {
    if ((error as Error).name !== "ConditionalCheckFailedException") throw error;
  }
  await cognito.send(new AdminAddUserToGroupCommand({
    UserPoolId: event.userPoolId,
    Username: event.userName,
    GroupName: "members",
  }));
  return event;
};

export const postAuthentication = async (event: PostAuthenticationTriggerEvent) => {
  await db.send(new UpdateCommand({
    TableName,
    Key: { sub: event.request.userAttributes.sub },
    UpdateExpression: "SET lastLoginAt = :now",
    ExpressionAttributeValues: { ":now": new Date().toISOString() },
  }));
  return event;
};
