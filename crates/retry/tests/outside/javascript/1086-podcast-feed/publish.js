const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand, ScanCommand } = require("@aws-sdk/lib-dynamodb");
const { S3Client, PutObjectCommand } = require("@aws-sdk/client-s3");
const { render } = require("./xml");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const s3 = new S3Client({});

exports.handler = async (event) => {
  const { guid } = event.pathParameters;
  const { title } = JSON.parse(event.body);
  try {
    await db.send(new PutCommand({
      TableName: process.env.EPISODES,
      Item: { guid, title },
      ConditionExpression: "attribute_not_exists(guid)",
    }));
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
  const { Items } = await db.send(new ScanCommand({ TableName: process.env.EPISODES }));
  await s3.send(new PutObjectCommand({
    Bucket: process.env.SITE,
    Key: "feed.xml",
    Body: render(Items, new Date().toUTCString()),
    ContentType: "application/rss+xml",
  }));
  return { statusCode: 204 };
};
