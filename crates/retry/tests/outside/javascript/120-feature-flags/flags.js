const { SSMClient, GetParameterCommand } = require("@aws-sdk/client-ssm");
const { SESClient, SendEmailCommand } = require("@aws-sdk/client-ses");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");

const ssm = new SSMClient({});
const ses = new SESClient({});
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function isEnabled(name) {
  const { Parameter } = await ssm.send(new GetParameterCommand({ Name: `/flags/${name}` }));
  return Parameter.Value === "on";
}

exports.storeAddress = async ({ customer, street, city }) => {
  const Item = (await isEnabled("one-line-address"))
    ? { customer, address: `${street}, ${city}` }
    : { customer, street, city };
  await db.send(new PutCommand({ TableName: "addresses", Item }));
};

exports.welcome = async (event) => {
  if (!(await isEnabled("welcome-mail"))) return;
  for (const { Sns } of event.Records) {
    const { email } = JSON.parse(Sns.Message);
    await ses.send(
      new SendEmailCommand({
        Source: "hello@example.com",
        Destination: { ToAddresses: [email] },
        Message: { Subject: { Data: "Welcome" }, Body: { Text: { Data: "Good to have you." } } },
      })
    );
  }
};
