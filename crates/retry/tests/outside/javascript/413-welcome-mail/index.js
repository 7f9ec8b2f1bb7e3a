"use strict";

const AWS = require("aws-sdk");
const sgMail = require("@sendgrid/mail");
const { render } = require("./template");

sgMail.setApiKey(process.env.SENDGRID_KEY);
const documents = new AWS.DynamoDB.DocumentClient();

const claim = async (id) => {
  try {
    await documents
      .put({
        TableName: process.env.SENT_TABLE,
        Item: { id },
        ConditionExpression: "attribute_not_exists(id)",
      })
      .promise();
    return true;
  } catch (e) {
    if (e.code === "ConditionalCheckFailedException") return false;
    throw e;
  }
};

exports.handler = async (event) => {
  const [{ Sns: notification }] = event.Records;
  const user = JSON.parse(notification.Message);

  if (!(await claim(notification.MessageId))) {
    console.log("mail was sent before", notification.MessageId);
    return;
  }

  await sgMail.send({
    to: user.email,
    from: "hello@example.com",
    subject: `Welcome, ${user.firstName}`,
    html: render(user),
  });
};
