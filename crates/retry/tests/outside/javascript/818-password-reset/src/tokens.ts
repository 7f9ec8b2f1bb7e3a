import { createHmac } from "node:crypto";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

const secrets = new SecretsManagerClient({});

export async function hashToken(token: string): Promise<string> {
  const { SecretString } = await secrets.send(
    new GetSecretValueCommand({ SecretId: process.env.PEPPER_SECRET }),
  );
  return createHmac("sha256", SecretString!).update(token).digest("hex");
}
