import { SSMClient, GetParameterCommand } from "@aws-sdk/client-ssm";

const ssm = new SSMClient({});

const webhook = async () => {
  const { Parameter } = await ssm.send(
    new GetParameterCommand({ Name: process.env.WEBHOOK_PARAMETER, WithDecryption: true }),
  );
  return Parameter.Value;
};

export const handler = async (event) => {
  const url = await webhook();
  for (const { Sns } of event.Records) {
    const alarm = JSON.parse(Sns.Message);
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: `${alarm.NewStateValue}: ${alarm.AlarmName}\n${alarm.NewStateReason}` }),
    });
    if (!response.ok) throw new Error(`Slack said ${response.status}`);
  }
};
