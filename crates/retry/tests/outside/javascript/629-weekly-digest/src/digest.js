const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const {
  DynamoDBDocumentClient,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} = require("@aws-sdk/lib-dynamodb");
const { SESv2Client, SendEmailCommand } = require("@aws-sdk/client-sesv2");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const ses = new SESv2Client({});

const claim = async (week) => {
  try {
    await db.send(
      new PutCommand({
        TableName: process.env.RUNS,
        Item: { week, state: "running", expiresAt: Math.floor(Date.now() / 1000) + 3600 },
        ConditionExpression: "attribute_not_exists(week)",
      })
    );
    return true;
  } catch (err) {
    if (err.name === "ConditionalCheckFailedException") return false;
    throw err;
  }
};

exports.handler = async (event) => {
  const week = event.time.slice(0, 10);
  if (!(await claim(week))) {
    console.log(`the digest of ${week} is already on its way`);
    return;
  }

  let state = "failed";
  try {
    const { Items } = await db.send(new ScanCommand({ TableName: process.env.READERS }));
    const results = await Promise.allSettled(
      Items.map(({ email, topics }) =>
        ses.send(
          new SendEmailCommand({
            FromEmailAddress: process.env.SENDER,
            Destination: { ToAddresses: [email] },
            Content: {
              Simple: {
                Subject: { Data: `Your week of ${week}` },
                Body: { Text: { Data: `News about ${topics.join(", ")}` } },
              },
            },
          })
        )
      )
    );
    if (results.every(({ status }) => status === "fulfilled")) state = "sent";
  } finally {
    await db.send(
      new UpdateCommand({
        TableName: process.env.RUNS,
        Key: { week },
        UpdateExpression: "SET #state = :state",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":state": state },
      })
    );
  }
};
