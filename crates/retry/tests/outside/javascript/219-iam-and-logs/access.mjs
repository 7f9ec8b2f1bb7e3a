import { IAMClient, AttachUserPolicyCommand, CreateAccessKeyCommand } from "@aws-sdk/client-iam";
import { CloudWatchLogsClient, PutLogEventsCommand } from "@aws-sdk/client-cloudwatch-logs";

const iam = new IAMClient({});
const logs = new CloudWatchLogsClient({});

export const grant = async ({ user }) => {
  await iam.send(
    new AttachUserPolicyCommand({ UserName: user, PolicyArn: "arn:aws:iam::aws:policy/ReadOnlyAccess" }),
  );
};

export const issue = async ({ user }) => {
  const { AccessKey } = await iam.send(new CreateAccessKeyCommand({ UserName: user }));
  return { id: AccessKey.AccessKeyId, secret: AccessKey.SecretAccessKey };
};

export const note = async ({ text, at }) => {
  await logs.send(
    new PutLogEventsCommand({
      logGroupName: "notes",
      logStreamName: "all",
      logEvents: [{ message: text, timestamp: at }],
    }),
  );
};
