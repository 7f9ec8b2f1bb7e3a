import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";

const client = new DynamoDBClient();

export const preSignUp = async (event) => {
  const email = event.request.userAttributes.email.toLowerCase();
  if (!email.endsWith("@example.com")) throw new Error("Only for members");
  event.response.autoConfirmUser = true;
  event.response.autoVerifyEmail = true;
  return event;
};

export const postConfirmation = async (event) => {
  if (event.triggerSource !== "PostConfirmation_ConfirmSignUp") return event;
  const { sub, email, name } = event.request.userAttributes;
  try {
    await client.send(
      new PutItemCommand({
        TableName: "profiles",
        Item: marshall({ sub, email, name: name ?? "", plan: "free", createdAt: new Date().toISOString() }),
        ConditionExpression: "attribute_not_exists(#sub)",
        ExpressionAttributeNames: { "#sub": "sub" },
      })
    );
  } catch (err) {
    if (err.name !== "ConditionalCheckFailedException") throw err;
  }
  return event;
};

export const customMessage = async (event) => {
  if (event.triggerSource === "CustomMessage_ForgotPassword") {
    const link = `https://example.com/reset?user=${encodeURIComponent(event.userName)}`;
    event.response.emailSubject = "Reset your password";
    event.response.emailMessage = `Use the code ${event.request.codeParameter} at ${link}`;
  }
  return event;
};
