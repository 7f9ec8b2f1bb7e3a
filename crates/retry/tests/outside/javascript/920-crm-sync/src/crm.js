import axios from 'axios';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

const secrets = new SecretsManagerClient({});

async function token() {
  const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: process.env.CRM_SECRET }));
  return JSON.parse(SecretString).token;
}

export async function fetchFromCrm(path, params = {}) {
  const { data } = await axios.get(`${process.env.CRM_URL}${path}`, {
    params,
    headers: { Authorization: `Bearer ${await token()}` },
    timeout: 10000,
  });
  return data;
}
