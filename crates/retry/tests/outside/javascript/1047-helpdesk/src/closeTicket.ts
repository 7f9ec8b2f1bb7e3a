import { TicketRepository } from './tickets';

const repository = new TicketRepository();

export const handler = async (event: any) => {
  await repository.close(event.pathParameters.id);
  return { statusCode: 204, body: '' };
};
