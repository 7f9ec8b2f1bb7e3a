const { randomBytes, scryptSync, timingSafeEqual } = require("crypto");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, PutCommand } = require("@aws-sdk/lib-dynamodb");

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const matches = (password, user) =>
  timingSafeEqual(scryptSync(password, user.salt, 32), Buffer.from(user.hash, "hex"));

exports.login = async (event) => {
  const { email, password } = JSON.parse(event.body);
  const { Item: user } = await ddb.send(new GetCommand({ TableName: process.env.USERS_TABLE, Key: { email } }));
  if (!user || !matches(password, user)) {
    return { statusCode: 401, body: JSON.stringify({ error: "wrong email or password" }) };
  }
  const token = randomBytes(24).toString("base64url");
  await ddb.send(
    new PutCommand({
      TableName: process.env.SESSIONS_TABLE,
      Item: { email, token, loggedInAt: Date.now(), ttl: Math.floor(Date.now() / 1000) + 86400 },
    }),
  );
  return { statusCode: 200, body: JSON.stringify({ token }) };
};

exports.lastLogin = async (event) => {
  const { Item } = await ddb.send(
    new GetCommand({ TableName: process.env.SESSIONS_TABLE, Key: { email: event.pathParameters.email } }),
  );
  return { statusCode: 200, body: JSON.stringify({ loggedInAt: Item ? Item.loggedInAt : null }) };
};
