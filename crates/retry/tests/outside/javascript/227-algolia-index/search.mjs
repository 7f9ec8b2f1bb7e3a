import { algoliasearch } from "algoliasearch";

const client = algoliasearch(process.env.APP, process.env.KEY);

export const index = async ({ detail }) => {
  await client.saveObject({ indexName: "articles", body: { objectID: detail.id, title: detail.title } });
};

export const log = async ({ detail }) => {
  await client.saveObject({ indexName: "views", body: { title: detail.title } });
};
