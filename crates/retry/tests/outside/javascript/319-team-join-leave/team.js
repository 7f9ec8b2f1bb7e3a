import { MongoClient } from "mongodb";

const client = new MongoClient(process.env.MONGO_URL);
const teams = client.db("club").collection("teams");

const noContent = { statusCode: 204 };

export const join = async (event) => {
  const { teamId, userId } = event.pathParameters;
  await teams.updateOne({ _id: teamId }, { $addToSet: { members: userId } }, { upsert: true });
  return noContent;
};

export const leave = async (event) => {
  const { teamId, userId } = event.pathParameters;
  await teams.updateOne({ _id: teamId }, { $pull: { members: userId } });
  return noContent;
};

export const members = async (event) => {
  const team = await teams.findOne({ _id: event.pathParameters.teamId });
  return { statusCode: 200, body: JSON.stringify({ members: team?.members ?? [] }) };
};
