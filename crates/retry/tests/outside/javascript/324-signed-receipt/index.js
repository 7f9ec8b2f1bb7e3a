const { createHmac } = require("crypto");
const { SecretsManagerClient, GetSecretValueCommand } = require("@aws-sdk/client-secrets-manager");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");

const secrets = new SecretsManagerClient({});
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

let signingKey;

async function getSigningKey() {
  if (!signingKey) {
    const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: "receipts/signing-key" }));
    signingKey = SecretString;
  }
  return signingKey;
}

exports.handler = async (event) => {
  const key = await getSigningKey();
  await Promise.all(
    event.Records.map(async ({ messageId, body }) => {
      const { orderId, cents } = JSON.parse(body);
      const signature = createHmac("sha256", key).update(`${orderId}|${cents}`).digest("base64url");
      await doc.send(new PutCommand({
        TableName: "receipts",
        Item: { receiptId: messageId, orderId, cents, signature },
      }));
    }),
  );
};
