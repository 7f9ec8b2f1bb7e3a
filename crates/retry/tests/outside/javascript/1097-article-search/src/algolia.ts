import algoliasearch from "algoliasearch";

export const articles = algoliasearch(process.env.ALGOLIA_APP!, process.env.ALGOLIA_KEY!).initIndex("articles");
