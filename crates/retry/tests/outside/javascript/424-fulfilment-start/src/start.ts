import type { EventBridgeEvent } from "aws-lambda";
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

interface OrderPaid {
  orderId: string;
  customerId: string;
  cents: number;
}

const sfn = new SFNClient({});
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const logOrder = async (orderId: string): Promise<void> => {
  const { Item } = await documents.send(
    new GetCommand({ TableName: process.env.ORDERS_TABLE, Key: { orderId } }),
  );
  console.log("order as stored", JSON.stringify(Item ?? null));
};

export const handler = async ({ detail }: EventBridgeEvent<"OrderPaid", OrderPaid>): Promise<void> => {
  await logOrder(detail.orderId);

  try {
    await sfn.send(
      new StartExecutionCommand({
        stateMachineArn: process.env.STATE_MACHINE_ARN,
        name: `fulfil-${detail.orderId}`,
        input: JSON.stringify(detail),
      }),
    );
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) {
      console.log(`fulfilment of ${detail.orderId} is under way`);
      return;
    }
    throw error;
  }
};
