import { EventBridge } from "@aws-sdk/client-eventbridge";
import lodash from "lodash";
import { db } from "./db.js";

const events = new EventBridge({});
const TableName = process.env.OUTBOX;

export const handler = async () => {
  const { Items = [] } = await db.scan({ TableName, Limit: 100 });
  for (const chunk of lodash.chunk(Items, 10)) {
    await events.putEvents({
      Entries: chunk.map(({ type, payload }) => ({
        EventBusName: process.env.BUS,
        Source: "orders",
        DetailType: type,
        Detail: JSON.stringify(payload),
      })),
    });
    await Promise.all(chunk.map(({ messageId }) => db.delete({ TableName, Key: { messageId } })));
  }
};
