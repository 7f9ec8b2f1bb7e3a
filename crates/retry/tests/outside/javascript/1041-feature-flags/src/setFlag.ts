import { store } from './flags';

export const handler = async (event: any) => {
  const { enabled, percentage = 100 } = JSON.parse(event.body);
  await store({ name: event.pathParameters.name, enabled, percentage });
  return { statusCode: 204 };
};
