import type { APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";
import { SFN } from "@aws-sdk/client-sfn";
import { ExportJob } from "./job";

const sfn = new SFN({});

export const handler = async (event: APIGatewayProxyEventV2WithJWTAuthorizer) => {
  const tenant = event.requestContext.authorizer.jwt.claims.tenant as string;
  const { format } = JSON.parse(event.body ?? "{}");
  const job = ExportJob.for(tenant, format);

  const { executionArn } = await sfn.startExecution({
    stateMachineArn: process.env.STATE_MACHINE_ARN,
    name: job.name,
    input: JSON.stringify({ tenant: job.tenant, format: job.format }),
  });

  return {
    statusCode: 202,
    headers: { location: `/exports/${job.name}` },
    body: JSON.stringify({ name: job.name, executionArn }),
  };
};
