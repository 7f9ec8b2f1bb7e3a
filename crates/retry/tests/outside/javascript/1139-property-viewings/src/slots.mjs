import { Table } from "./table.mjs";

const slots = new Table(process.env.SLOTS);

export const handler = async () => ({ statusCode: 200, body: JSON.stringify(await slots.all()) });
