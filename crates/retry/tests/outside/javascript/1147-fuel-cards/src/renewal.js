const { CreateScheduleCommand, SchedulerClient } = require("@aws-sdk/client-scheduler");

const scheduler = new SchedulerClient({});

exports.handler = async (event) => {
  const { card } = event.pathParameters;
  const { requestId, date } = JSON.parse(event.body);
  await scheduler.send(new CreateScheduleCommand({
    Name: `renew-${card}`,
    ClientToken: requestId,
    ScheduleExpression: `at(${date}T06:00:00)`,
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: { Arn: process.env.RENEW_ARN, RoleArn: process.env.SCHEDULER_ROLE, Input: JSON.stringify({ card }) },
  }));
  return { statusCode: 201, body: JSON.stringify({ card, date }) };
};
