import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";

const sfn = new SFNClient({});

export async function start(input: unknown, name?: string): Promise<void> {
  await sfn.send(new StartExecutionCommand({
    stateMachineArn: process.env.MACHINE,
    input: JSON.stringify(input),
    ...(name ? { name } : {}),
  }));
}
