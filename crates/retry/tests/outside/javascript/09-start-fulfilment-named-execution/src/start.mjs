import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";

const sfn = new SFNClient({});

const executionName = (detail) => `order-${detail.orderId}`.replace(/[^\w-]/g, "-").slice(0, 80);

export const handler = async (event) => {
  const { detail } = event;
  if (detail.status !== "PAID") {
    console.log("ignored", detail.orderId, detail.status);
    return { started: false };
  }
  try {
    await sfn.send(
      new StartExecutionCommand({
        stateMachineArn: process.env.STATE_MACHINE_ARN,
        name: executionName(detail),
        input: JSON.stringify({ orderId: detail.orderId, lines: detail.lines }),
      }),
    );
  } catch (error) {
    if (error.name !== "ExecutionAlreadyExists") throw error;
    console.log("already started", detail.orderId);
  }
  return { started: true };
};
