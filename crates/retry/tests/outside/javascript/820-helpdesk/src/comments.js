import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { reply } from "./http.js";
import { query } from "./pool.js";

const events = new EventBridgeClient({});

export const add = async (event) => {
  const ticketId = event.pathParameters.id;
  const { author, body } = JSON.parse(event.body);

  const { rows } = await query("SELECT status FROM tickets WHERE id = $1", [ticketId]);
  if (rows.length === 0) return reply(404, { error: "no such ticket" });
  if (rows[0].status === "closed") return reply(409, { error: "ticket is closed" });

  const inserted = await query(
    "INSERT INTO comments (ticket_id, author, body) VALUES ($1, $2, $3) RETURNING id",
    [ticketId, author, body],
  );
  await events.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: process.env.EVENT_BUS,
          Source: "helpdesk",
          DetailType: "CommentAdded",
          Detail: JSON.stringify({ ticketId, commentId: inserted.rows[0].id }),
        },
      ],
    }),
  );
  return reply(201, { id: inserted.rows[0].id });
};
