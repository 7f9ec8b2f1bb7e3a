import { prisma } from './prisma';

export const handler = async (event: { time: string }) => {
  await prisma.article.updateMany({
    where: { published: false, dueAt: { lte: new Date(event.time) } },
    data: { published: true },
  });
};
