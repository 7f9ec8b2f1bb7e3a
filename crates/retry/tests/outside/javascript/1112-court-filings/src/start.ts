import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import type { Filing } from "./types";

const sfn = new SFNClient({});

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
  const filing = JSON.parse(event.body ?? "{}") as Filing;
  await sfn.send(
    new StartExecutionCommand({
      stateMachineArn: process.env.WORKFLOW_ARN,
      name: filing.filingId,
      input: JSON.stringify(filing),
    }),
  );
  return { statusCode: 202, body: JSON.stringify({ filingId: filing.filingId }) };
};
