import got from "got";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const STATIONS = ["oslo", "bergen", "tromso"];

const observe = async (station, time) => {
  const { temperature, wind } = await got(`${process.env.WEATHER_API}/now/${station}`).json();
  await db.send(
    new PutCommand({
      TableName: process.env.OBSERVATIONS,
      Item: { station, temperature, wind, observedAt: time },
    }),
  );
};

export const handler = async (event) => {
  for (const station of STATIONS) {
    await observe(station, event.time);
  }
};
