import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";

const sfn = new SFNClient({});

export class Workflow {
  private readonly stamp = Date.now().toString(36);

  constructor(
    private readonly kind: string,
    private readonly subject: string,
  ) {}

  // Names must be unique for ninety days.
  get name(): string {
    return `${this.kind}-${this.subject}-${this.stamp}`;
  }

  async start(input: object): Promise<void> {
    await sfn.send(new StartExecutionCommand({
      stateMachineArn: process.env.STATE_MACHINE_ARN,
      name: this.name,
      input: JSON.stringify(input),
    }));
  }
}
