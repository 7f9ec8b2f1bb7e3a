import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { SSMClient, GetParameterCommand, PutParameterCommand } from "@aws-sdk/client-ssm";

const ssm = new SSMClient({});
const TTL = 30_000;
const cache = new Map<string, { value: string; until: number }>();

const parameter = (event: APIGatewayProxyEventV2) =>
  `${process.env.PREFIX}/${event.pathParameters!.name}`;

export const get = async (event: APIGatewayProxyEventV2) => {
  const Name = parameter(event);
  let entry = cache.get(Name);
  if (!entry || entry.until < Date.now()) {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name }));
    entry = { value: Parameter!.Value!, until: Date.now() + TTL };
    cache.set(Name, entry);
  }
  return { statusCode: 200, body: JSON.stringify({ value: entry.value }) };
};

export const set = async (event: APIGatewayProxyEventV2) => {
  const { value } = JSON.parse(event.body!);
  await ssm.send(
    new PutParameterCommand({
      Name: parameter(event),
      Value: String(value),
      Type: "String",
      Overwrite: true,
    }),
  );
  return { statusCode: 204 };
};
