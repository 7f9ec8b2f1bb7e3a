import { fetchFromCrm } from './crm.js';
import { saveCustomer } from './customers.js';

export const handler = async () => {
  const { results } = await fetchFromCrm('/customers', { limit: 500, sort: '-updatedAt' });
  for (const { id, name, email, segment } of results) {
    await saveCustomer({ id, name, email, segment });
  }
  console.log('customers synced');
};
