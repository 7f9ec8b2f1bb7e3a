import { TicketRepository } from './tickets';

const repository = new TicketRepository();

export const handler = async (event: any) => {
  const ticket = await repository.find(event.pathParameters.id);
  return ticket ? { statusCode: 200, body: JSON.stringify(ticket) } : { statusCode: 404, body: '' };
};
