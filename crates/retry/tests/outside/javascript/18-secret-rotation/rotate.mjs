import {
  SecretsManagerClient,
  DescribeSecretCommand,
  GetRandomPasswordCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";

const sm = new SecretsManagerClient({});

async function createSecret(SecretId, token) {
  try {
    await sm.send(new GetSecretValueCommand({ SecretId, VersionId: token, VersionStage: "AWSPENDING" }));
    console.log("createSecret: pending version exists");
  } catch (error) {
    if (error.name !== "ResourceNotFoundException") throw error;
    const { RandomPassword } = await sm.send(new GetRandomPasswordCommand({ PasswordLength: 32 }));
    await sm.send(
      new PutSecretValueCommand({
        SecretId,
        ClientRequestToken: token,
        SecretString: RandomPassword,
        VersionStages: ["AWSPENDING"],
      }),
    );
  }
}

async function finishSecret(SecretId, token) {
  const { VersionIdsToStages = {} } = await sm.send(new DescribeSecretCommand({ SecretId }));
  const current = Object.keys(VersionIdsToStages).find((v) => VersionIdsToStages[v].includes("AWSCURRENT"));
  if (current === token) return;
  await sm.send(
    new UpdateSecretVersionStageCommand({
      SecretId,
      VersionStage: "AWSCURRENT",
      MoveToVersionId: token,
      RemoveFromVersionId: current,
    }),
  );
}

export const handler = async ({ SecretId, ClientRequestToken, Step }) => {
  switch (Step) {
    case "createSecret":
      return createSecret(SecretId, ClientRequestToken);
    case "setSecret":
    case "testSecret":
      return; // the token is only checked by our own API
    case "finishSecret":
      return finishSecret(SecretId, ClientRequestToken);
    default:
      throw new Error(`unknown step ${Step}`);
  }
};
