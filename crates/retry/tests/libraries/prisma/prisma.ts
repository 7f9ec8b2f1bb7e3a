// Prisma's models; the schema is beside this file.

import { Prisma, PrismaClient } from "@prisma/client";

const prisma = new PrismaClient();

// unsafe: the database draws a key
export const created = async (event) => {
  const ticket = await prisma.ticket.create({ data: { subject: event.subject } });
  return { id: ticket.id };
};

// unsafe: the retry answers 409
export const closed = async (event) => {
  const { count } = await prisma.ticket.updateMany({
    where: { id: Number(event.id), status: "OPEN" },
    data: { status: "CLOSED" },
  });
  return count === 0 ? 409 : 200;
};

// safe: sets the same again
export const closedQuietly = async (event) => {
  await prisma.ticket.updateMany({ where: { id: event.id }, data: { status: "CLOSED" } });
};

// unsafe: counts again
export const voted = async (event) => {
  await prisma.ticket.update({ where: { id: event.id }, data: { votes: { increment: 1 } } });
};

// safe: sets the same again
export const renamed = async (event) => {
  const author = await prisma.author.update({ where: { id: event.id }, data: { name: event.name } });
  return { name: author.name };
};

// safe: sets the same again; the time is not looked at
export const priced = async (event) => {
  await prisma.price.upsert({
    where: { sku: event.sku },
    create: { sku: event.sku, cents: event.cents },
    update: { cents: event.cents },
  });
};

// safe: the answer has the time that is stored in the end
export const quotedAt = async (event) => {
  const price = await prisma.quote.upsert({
    where: { sku: event.sku },
    create: { sku: event.sku, cents: event.cents },
    update: { cents: event.cents },
  });
  return price.updated;
};

// safe: it only looks
export const found = async (event) => {
  const author = await prisma.author.findUnique({ where: { id: event.id } });
  if (!author) return { statusCode: 404 };
  return { statusCode: 200, body: JSON.stringify({ name: author.name }) };
};

// safe: it only looks
export const listed = async (event) => {
  const tickets = await prisma.ticket.findMany({
    where: { status: "OPEN" },
    orderBy: { opened: "desc" },
    take: 20,
  });
  return { statusCode: 200, body: JSON.stringify(tickets) };
};

// safe: it only looks
export const counted = async () => prisma.ticket.count({ where: { status: "OPEN" } });

// safe: it only looks
export const foundFirst = async (event) => {
  const ticket = await prisma.ticket.findFirst({ where: { subject: event.subject } });
  return ticket?.id ?? null;
};

// unsafe: deleting what is gone fails
// today unknown: the tickets of an author who goes have none
export const deleted = async (event) => { await prisma.author.delete({ where: { id: event.id } }); };

// safe: what is gone is gone
// today unknown: the tickets of an author who goes have none
export const deletedMany = async (event) => { await prisma.author.deleteMany({ where: { id: event.id } }); };

// unsafe: inserting it again fails
export const registered = async (event) => {
  await prisma.author.create({ data: { id: event.id, email: event.email } });
};

// safe: who is there already is there
export const registeredOnce = async (event) => {
  try {
    await prisma.author.create({ data: { id: event.id, email: event.email } });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002") return;
    throw error;
  }
};

// safe: duplicates are left out
export const registeredMany = async (event) => {
  await prisma.author.createMany({ data: [{ id: event.id, email: event.email }], skipDuplicates: true });
};

// unsafe: the client draws a key
export const drafted = async (event) => {
  const draft = await prisma.draft.create({ data: { text: event.text } });
  return draft.id;
};

// safe: one row, by both parts of its key
export const taken = async (event) => {
  await prisma.seat.update({
    where: { show_row: { show: event.show, row: event.row } },
    data: { taken: true },
  });
};

// unsafe: the first statement counts again
export const inTransaction = async (event) => {
  await prisma.$transaction(async (tx) => {
    await tx.ticket.update({ where: { id: event.id }, data: { votes: { increment: 1 } } });
    await tx.author.update({ where: { id: event.author }, data: { name: event.name } });
  });
};

// safe: both set the same again
export const inList = async (event) => {
  await prisma.$transaction([
    prisma.ticket.update({ where: { id: event.id }, data: { status: "CLOSED" } }),
    prisma.author.update({ where: { id: event.author }, data: { name: event.name } }),
  ]);
};

// safe: it only looks
export const raw = async (event) => prisma.$queryRaw`SELECT id FROM tickets WHERE id = ${event.id}`;
