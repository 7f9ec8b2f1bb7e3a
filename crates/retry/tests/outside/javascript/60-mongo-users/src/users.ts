import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { UserRepository } from "./repository";

const json = (statusCode: number, body: unknown) => ({ statusCode, body: JSON.stringify(body) });

export const create = async (event: APIGatewayProxyEventV2) => {
  const { name, email } = JSON.parse(event.body!);
  const repository = await UserRepository.open();
  return json(201, { id: await repository.create({ name, email }) });
};

export const show = async (event: APIGatewayProxyEventV2) => {
  const repository = await UserRepository.open();
  const user = await repository.find(event.pathParameters!.id!);
  return user ? json(200, { name: user.name, email: user.email }) : json(404, {});
};

export const rename = async (event: APIGatewayProxyEventV2) => {
  const repository = await UserRepository.open();
  await repository.rename(event.pathParameters!.id!, JSON.parse(event.body!).name);
  return json(200, { ok: true });
};

export const remove = async (event: APIGatewayProxyEventV2) => {
  const repository = await UserRepository.open();
  return (await repository.remove(event.pathParameters!.id!)) ? json(200, { ok: true }) : json(404, {});
};
