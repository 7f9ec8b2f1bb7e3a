import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";

const lambda = new LambdaClient({});
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

async function tenants(): Promise<string[]> {
  const { Items = [] } = await ddb.send(
    new ScanCommand({ TableName: process.env.TENANTS_TABLE, ProjectionExpression: "tenantId" }),
  );
  return Items.map((i) => i.tenantId as string);
}

export const handler = async (event: { time: string }) => {
  const ids = await tenants();
  const results = await Promise.all(
    ids.map((tenantId) =>
      lambda.send(
        new InvokeCommand({
          FunctionName: process.env.WORKER_FUNCTION,
          InvocationType: "Event",
          Payload: encode({ tenantId, day: event.time.slice(0, 10) }),
        }),
      ),
    ),
  );
  const failed = results.filter((r) => r.StatusCode !== 202).length;
  if (failed > 0) throw new Error(`${failed} of ${ids.length} invocations were not accepted`);
  console.log(`started ${ids.length} workers`);
};
