'use strict';
const AWS = require('aws-sdk');
const winston = require('winston');
const firstTime = require('./dedupe');

const sns = new AWS.SNS();
const log = winston.createLogger({ transports: [new winston.transports.Console()] });

exports.handler = async (event) => {
  const [record] = event.Records;
  if (!(await firstTime(record.messageId))) {
    log.info('duplicate', { messageId: record.messageId });
    return;
  }
  const order = JSON.parse(record.body);
  await sns.publish({
    TopicArn: process.env.TOPIC_ARN,
    Message: JSON.stringify(order),
    MessageAttributes: { type: { DataType: 'String', StringValue: order.type } },
  }).promise();
};
