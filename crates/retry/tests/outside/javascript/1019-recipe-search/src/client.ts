import { Client } from '@opensearch-project/opensearch';
export const client = new Client({ node: process.env.OPENSEARCH_URL! });
export const index = 'recipes';
