import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";

export class Workflow {
  private readonly client = new SFNClient({});

  constructor(private readonly stateMachineArn: string) {}

  async start(name: string, input: string): Promise<void> {
    try {
      await this.client.send(
        new StartExecutionCommand({ stateMachineArn: this.stateMachineArn, name, input }),
      );
    } catch (err) {
      if (err instanceof ExecutionAlreadyExists) {
        console.info("already started", name);
        return;
      }
      throw err;
    }
  }
}
