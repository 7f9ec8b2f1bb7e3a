const mysql = require("mysql2/promise");
const { SecretsManagerClient, GetSecretValueCommand } = require("@aws-sdk/client-secrets-manager");

const secrets = new SecretsManagerClient({});

exports.connect = async () => {
  const { SecretString } = await secrets.send(
    new GetSecretValueCommand({ SecretId: process.env.DB_SECRET }),
  );
  const { host, username, password } = JSON.parse(SecretString);
  return mysql.createConnection({ host, user: username, password, database: "giftcards" });
};
