import type { APIGatewayProxyHandlerV2 } from "aws-lambda";
import { db } from "./knex";

export const handler: APIGatewayProxyHandlerV2 = async (event) => {
  const season = Number(event.pathParameters?.season);
  const rows = await db("harvests").where({ season }).select("plot").sum("kilograms as total").groupBy("plot");
  return { statusCode: 200, body: JSON.stringify({ season, plots: rows }) };
};
