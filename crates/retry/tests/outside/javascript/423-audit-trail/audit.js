"use strict";

const AWS = require("aws-sdk");

const db = new AWS.DynamoDB.DocumentClient({ convertEmptyValues: true });

function toEntry(notification) {
  const { Subject, Message, MessageAttributes = {}, Timestamp } = notification;
  const { actor, action, resource } = JSON.parse(Message);
  return {
    subject: Subject || `${actor} ${action}`,
    actor,
    action,
    resource,
    tenant: MessageAttributes.tenant ? MessageAttributes.tenant.Value : "default",
    happenedAt: Timestamp,
  };
}

exports.handler = async (event, context) => {
  const entry = toEntry(event.Records[0].Sns);

  await db
    .put({
      TableName: process.env.AUDIT_TABLE,
      Item: Object.assign({}, entry, {
        eventId: context.awsRequestId,
        storedAt: new Date().toISOString(),
      }),
    })
    .promise();

  console.log(JSON.stringify({ level: "info", message: "audited", actor: entry.actor }));
};
