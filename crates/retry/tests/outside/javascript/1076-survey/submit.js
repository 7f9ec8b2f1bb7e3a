import { prisma } from "./prisma.js";

export const handler = async (event) => {
  const { survey, person } = event.pathParameters;
  const { score } = JSON.parse(event.body);
  if (!Number.isInteger(score) || score < 0 || score > 10) {
    return { statusCode: 400, body: JSON.stringify({ message: "score from 0 to 10" }) };
  }
  await prisma.answer.upsert({
    where: { survey_person: { survey, person } },
    create: { survey, person, score },
    update: { score },
  });
  return { statusCode: 200, body: JSON.stringify({ survey, person, score }) };
};
