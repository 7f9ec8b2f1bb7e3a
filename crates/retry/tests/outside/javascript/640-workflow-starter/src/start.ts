import type { APIGatewayProxyEvent } from "aws-lambda";
import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";

const sfn = new SFNClient({});

const start = async (stateMachineArn: string, name: string, input: object) => {
  const { executionArn } = await sfn.send(
    new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }),
  );
  return { statusCode: 202, body: JSON.stringify({ executionArn }) };
};

export const order = async (event: APIGatewayProxyEvent) => {
  const { orderId, lines } = JSON.parse(event.body!);
  return start(process.env.ORDER_MACHINE!, `order-${orderId}`, { orderId, lines });
};

export const returned = async (event: APIGatewayProxyEvent) => {
  const { rma, lines } = JSON.parse(event.body!);
  const { requestId } = event.requestContext;
  // the request id makes it easier to find the logs of the request
  return start(process.env.RETURN_MACHINE!, `return-${rma}`, { rma, lines, requestId });
};
