import { members } from "./points";

export const handler = async () => {
  const all = await members();
  const top = all.sort((a, b) => b.points - a.points).slice(0, 10);
  return { statusCode: 200, body: JSON.stringify({ generatedAt: new Date().toISOString(), top }) };
};
