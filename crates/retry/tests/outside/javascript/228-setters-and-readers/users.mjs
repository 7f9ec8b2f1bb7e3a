import {
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  DescribeRuleCommand,
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
} from "@aws-sdk/client-eventbridge";

const users = new CognitoIdentityProviderClient({});
const bus = new EventBridgeClient({});
const pool = { UserPoolId: "eu-west-1_pool" };

export const rename = async (event) => {
  const { user, name } = JSON.parse(event.body);
  const UserAttributes = [{ Name: "name", Value: name }];
  await users.send(new AdminUpdateUserAttributesCommand({ ...pool, Username: user, UserAttributes }));
  return { statusCode: 204 };
};

export const nameOf = async (event) => {
  const Username = event.queryStringParameters.user;
  const found = await users.send(new AdminGetUserCommand({ ...pool, Username }));
  return { statusCode: 200, body: JSON.stringify(found.UserAttributes) };
};

export const enable = async (event) => {
  await bus.send(new EnableRuleCommand({ Name: JSON.parse(event.body).rule }));
  return { statusCode: 204 };
};

export const disable = async (event) => {
  await bus.send(new DisableRuleCommand({ Name: JSON.parse(event.body).rule }));
  return { statusCode: 204 };
};

export const state = async (event) => {
  const found = await bus.send(new DescribeRuleCommand({ Name: event.queryStringParameters.rule }));
  return { statusCode: 200, body: found.State };
};
