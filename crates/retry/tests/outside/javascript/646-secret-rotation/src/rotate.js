const {
  SecretsManagerClient,
  DescribeSecretCommand,
  GetRandomPasswordCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} = require("@aws-sdk/client-secrets-manager");

const secrets = new SecretsManagerClient({});

const createSecret = async (SecretId, token) => {
  try {
    await secrets.send(
      new GetSecretValueCommand({ SecretId, VersionId: token, VersionStage: "AWSPENDING" })
    );
  } catch (err) {
    if (err.name !== "ResourceNotFoundException") throw err;
    const { RandomPassword } = await secrets.send(
      new GetRandomPasswordCommand({ PasswordLength: 64, ExcludePunctuation: true })
    );
    await secrets.send(
      new PutSecretValueCommand({
        SecretId,
        ClientRequestToken: token,
        SecretString: RandomPassword,
        VersionStages: ["AWSPENDING"],
      })
    );
  }
};

const finishSecret = async (SecretId, token) => {
  const { VersionIdsToStages } = await secrets.send(new DescribeSecretCommand({ SecretId }));
  const current = Object.keys(VersionIdsToStages).find((version) =>
    VersionIdsToStages[version].includes("AWSCURRENT")
  );
  if (current === token) return;
  await secrets.send(
    new UpdateSecretVersionStageCommand({
      SecretId,
      VersionStage: "AWSCURRENT",
      MoveToVersionId: token,
      RemoveFromVersionId: current,
    })
  );
};

exports.handler = async ({ Step, SecretId, ClientRequestToken }) => {
  switch (Step) {
    case "createSecret":
      return createSecret(SecretId, ClientRequestToken);
    case "finishSecret":
      return finishSecret(SecretId, ClientRequestToken);
    case "setSecret":
    case "testSecret":
      return undefined; // nothing outside of the secret knows the key
    default:
      throw new Error(`unknown step ${Step}`);
  }
};
