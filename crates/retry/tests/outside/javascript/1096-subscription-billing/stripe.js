const { SecretsManagerClient, GetSecretValueCommand } = require("@aws-sdk/client-secrets-manager");
const Stripe = require("stripe");

const secrets = new SecretsManagerClient({});
let cached;

module.exports.stripe = async () => {
  if (!cached) {
    const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: process.env.SECRET_ID }));
    cached = new Stripe(JSON.parse(SecretString).apiKey);
  }
  return cached;
};
