import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";

const sfn = new SFNClient({});

const nameOf = (orderId) => `fulfil-${orderId}`.replace(/[^A-Za-z0-9-_]/g, "_").slice(0, 80);

export const handler = async (event) => {
  const { orderId, lines, address } = event.detail;
  const parcels = lines.filter((line) => !line.digital);
  if (parcels.length === 0) {
    console.log("nothing to ship", orderId);
    return;
  }

  try {
    await sfn.send(new StartExecutionCommand({
      stateMachineArn: process.env.STATE_MACHINE_ARN,
      name: nameOf(orderId),
      input: JSON.stringify({ orderId, address, parcels }),
    }));
  } catch (error) {
    if (error.name !== "ExecutionAlreadyExists") throw error;
    console.log("already started", orderId);
  }
};
