const {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} = require("@aws-sdk/client-cognito-identity-provider");

const cognito = new CognitoIdentityProviderClient({});
const UserPoolId = process.env.USER_POOL;

exports.handler = async (event) => {
  const { email, track } = JSON.parse(event.body);
  try {
    await cognito.send(new AdminCreateUserCommand({
      UserPoolId,
      Username: email,
      MessageAction: "SUPPRESS",
      UserAttributes: [{ Name: "email", Value: email }],
    }));
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error;
  }
  await cognito.send(new AdminAddUserToGroupCommand({ UserPoolId, Username: email, GroupName: track }));
  return { statusCode: 201, body: JSON.stringify({ email, track }) };
};
