import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());
const TableName = process.env.TICKETS_TABLE;

const priorityOf = (subject) => (/outage|down|urgent/i.test(subject) ? "high" : "normal");

export const open = async (event) => {
  const { requestId, subject, reporter } = JSON.parse(event.body);
  const ticket = {
    ticketId: requestId,
    subject,
    reporter,
    priority: priorityOf(subject),
    status: "open",
    openedAt: new Date().toISOString(),
  };
  try {
    await db.put({ TableName, Item: ticket, ConditionExpression: "attribute_not_exists(ticketId)" });
  } catch (err) {
    if (err.name !== "ConditionalCheckFailedException") throw err;
    console.log("ticket exists, treating as success", requestId);
  }
  return { statusCode: 201, body: JSON.stringify(ticket) };
};
