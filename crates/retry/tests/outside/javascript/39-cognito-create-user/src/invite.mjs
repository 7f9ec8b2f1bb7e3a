import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const cognito = new CognitoIdentityProviderClient({});
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const UserPoolId = process.env.USER_POOL_ID;

export const handler = async (event) => {
  const { email, role } = JSON.parse(event.body);
  const Username = email.toLowerCase();

  const { User } = await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username,
      UserAttributes: [
        { Name: "email", Value: Username },
        { Name: "email_verified", Value: "true" },
      ],
      DesiredDeliveryMediums: ["EMAIL"],
    }),
  );
  await cognito.send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName: role }));
  await ddb.send(
    new PutCommand({ TableName: process.env.USERS_TABLE, Item: { email: Username, role, cognito: User.Username } }),
  );

  return { statusCode: 201, body: JSON.stringify({ username: User.Username }) };
};
