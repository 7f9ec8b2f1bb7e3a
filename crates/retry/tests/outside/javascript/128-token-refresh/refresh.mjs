import { SecretsManager } from "@aws-sdk/client-secrets-manager";

const secrets = new SecretsManager({});
const SecretId = "partner/token";

export const handler = async () => {
  const { SecretString } = await secrets.getSecretValue({ SecretId });
  const { refreshToken } = JSON.parse(SecretString);
  const response = await fetch("https://partner.example.com/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "refresh_token", refresh_token: refreshToken }),
  });
  if (!response.ok) throw new Error(`partner says ${response.status}`);
  const token = await response.json();
  await secrets.putSecretValue({
    SecretId,
    SecretString: JSON.stringify({ refreshToken: token.refresh_token, accessToken: token.access_token }),
  });
};
