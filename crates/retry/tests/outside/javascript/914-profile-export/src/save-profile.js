const { PutCommand } = require('@aws-sdk/lib-dynamodb');
const dynamo = require('./dynamo');
const { userIdOf } = require('./user');

exports.handler = async (event) => {
  const { displayName, phone, locale } = JSON.parse(event.body);
  if (!displayName) return { statusCode: 400, body: JSON.stringify({ message: 'displayName is required' }) };

  const profile = { userId: userIdOf(event), displayName, phone, locale: locale || 'en' };
  await dynamo.send(new PutCommand({ TableName: process.env.PROFILES_TABLE, Item: profile }));
  return { statusCode: 200, body: JSON.stringify(profile) };
};
