import type { APIGatewayProxyHandlerV2 } from "aws-lambda";
import { contacts } from "./contact";

export const upsert: APIGatewayProxyHandlerV2 = async (event) => {
  const { email, company } = JSON.parse(event.body ?? "{}");
  const model = await contacts();
  const contact = await model
    .findByIdAndUpdate(event.pathParameters!.id, { $set: { email, company } }, { new: true, upsert: true })
    .lean();
  return { statusCode: 200, body: JSON.stringify(contact) };
};

export const get: APIGatewayProxyHandlerV2 = async (event) => {
  const model = await contacts();
  const contact = await model.findById(event.pathParameters!.id).lean();
  return contact
    ? { statusCode: 200, body: JSON.stringify(contact) }
    : { statusCode: 404, body: JSON.stringify({ message: "unknown contact" }) };
};
