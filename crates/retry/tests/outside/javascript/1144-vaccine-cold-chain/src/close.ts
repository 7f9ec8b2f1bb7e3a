import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { SendTaskSuccessCommand, SFNClient } from "@aws-sdk/client-sfn";

const sfn = new SFNClient({});

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { taskToken, resolution } = JSON.parse(event.body ?? "{}") as { taskToken: string; resolution: string };
  await sfn.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify({ resolution }) }));
  return { statusCode: 204 };
};
