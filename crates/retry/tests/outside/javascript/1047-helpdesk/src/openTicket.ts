import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import { TicketRepository } from './tickets';

const repository = new TicketRepository();

const open = async (event: any) => {
  const ticket = await repository.open(event.pathParameters.id, event.body.subject);
  return { statusCode: 200, body: JSON.stringify(ticket) };
};

export const handler = middy(open).use(jsonBodyParser());
