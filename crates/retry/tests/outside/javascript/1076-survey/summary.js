import { prisma } from "./prisma.js";

export const handler = async (event) => {
  const answers = await prisma.answer.findMany({ where: { survey: event.pathParameters.survey } });
  const sum = answers.reduce((total, answer) => total + answer.score, 0);
  return {
    statusCode: 200,
    body: JSON.stringify({ count: answers.length, average: answers.length ? sum / answers.length : null }),
  };
};
