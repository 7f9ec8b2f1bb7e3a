import type { APIGatewayProxyEventV2 } from "aws-lambda";
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const cognito = new CognitoIdentityProviderClient({});
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const respond = (statusCode: number, body: object) => ({ statusCode, body: JSON.stringify(body) });

export async function invite(event: APIGatewayProxyEventV2) {
  const { email, team, role = "member" } = JSON.parse(event.body ?? "{}");
  try {
    await cognito.send(new AdminCreateUserCommand({
      UserPoolId: process.env.USER_POOL_ID,
      Username: email,
      DesiredDeliveryMediums: ["EMAIL"],
      UserAttributes: [
        { Name: "email", Value: email },
        { Name: "email_verified", Value: "true" },
      ],
    }));
  } catch (error) {
    if (error instanceof UsernameExistsException) return respond(409, { message: `${email} has an account` });
    throw error;
  }
  await doc.send(new PutCommand({ TableName: "invitations", Item: { email, team, role } }));
  return respond(201, { email, team, role });
}
