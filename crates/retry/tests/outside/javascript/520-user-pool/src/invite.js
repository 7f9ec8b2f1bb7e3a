const {
  CognitoIdentityProviderClient,
  AdminCreateUserCommand,
} = require("@aws-sdk/client-cognito-identity-provider");

const cognito = new CognitoIdentityProviderClient({});

exports.handler = async (event) => {
  const { email, name } = JSON.parse(event.body);
  const { User } = await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: process.env.USER_POOL_ID,
      Username: email,
      UserAttributes: [
        { Name: "email", Value: email },
        { Name: "name", Value: name },
      ],
      DesiredDeliveryMediums: ["EMAIL"],
    }),
  );
  return { statusCode: 201, body: JSON.stringify({ username: User.Username }) };
};
