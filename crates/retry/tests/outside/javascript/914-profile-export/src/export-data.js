const { GetCommand, QueryCommand } = require('@aws-sdk/lib-dynamodb');
const { GetObjectCommand, PutObjectCommand, S3Client } = require('@aws-sdk/client-s3');
const { getSignedUrl } = require('@aws-sdk/s3-request-presigner');
const dynamo = require('./dynamo');
const { userIdOf } = require('./user');

const s3 = new S3Client({});

exports.handler = async (event) => {
  const userId = userIdOf(event);
  const [profile, orders] = await Promise.all([
    dynamo.send(new GetCommand({ TableName: process.env.PROFILES_TABLE, Key: { userId } })),
    dynamo.send(new QueryCommand({
      TableName: process.env.ORDERS_TABLE,
      KeyConditionExpression: 'userId = :u',
      ExpressionAttributeValues: { ':u': userId },
    })),
  ]);
  if (!profile.Item) return { statusCode: 404, body: JSON.stringify({ message: 'No profile' }) };

  const target = { Bucket: process.env.EXPORTS_BUCKET, Key: `exports/${userId}.json` };
  await s3.send(new PutObjectCommand({
    ...target,
    ContentType: 'application/json',
    Body: JSON.stringify({ profile: profile.Item, orders: orders.Items }, null, 2),
  }));
  const url = await getSignedUrl(s3, new GetObjectCommand(target), { expiresIn: 3600 });
  return { statusCode: 200, body: JSON.stringify({ url }) };
};
