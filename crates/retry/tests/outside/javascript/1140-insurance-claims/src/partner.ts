import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import axios from "axios";

const secrets = new SecretsManagerClient({});
let token: Promise<string> | undefined;

async function readToken(): Promise<string> {
  const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: process.env.PARTNER_SECRET }));
  return (JSON.parse(SecretString!) as { token: string }).token;
}

export async function authorization(): Promise<{ Authorization: string }> {
  token ??= readToken();
  return { Authorization: `Bearer ${await token}` };
}

export const partner = axios.create({ baseURL: process.env.PARTNER_URL });
