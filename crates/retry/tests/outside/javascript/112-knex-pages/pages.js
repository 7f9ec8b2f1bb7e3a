const knex = require("knex")({ client: "pg", connection: process.env.DATABASE_URL });

exports.view = async (event) => {
  const { id } = event.pathParameters;
  await knex("pages").where({ id }).increment("views", 1);
  const page = await knex("pages").where({ id }).first("title", "views");
  if (!page) return { statusCode: 404, body: "" };
  return { statusCode: 200, body: JSON.stringify(page) };
};
