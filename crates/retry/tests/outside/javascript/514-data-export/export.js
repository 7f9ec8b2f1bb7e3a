const AWS = require("aws-sdk");

const sfn = new AWS.StepFunctions();
const stateMachineArn = process.env.EXPORT_MACHINE;

exports.start = async (event) => {
  const { tenant, tables = [] } = JSON.parse(event.body || "{}");
  if (!tenant) return { statusCode: 400, body: "tenant is missing" };

  const name = `export-${tenant}-${Date.now()}`;
  await sfn
    .startExecution({ stateMachineArn, name, input: JSON.stringify({ tenant, tables }) })
    .promise();
  return { statusCode: 202, body: JSON.stringify({ name }) };
};

exports.status = async (event) => {
  const executionArn = `${stateMachineArn.replace(":stateMachine:", ":execution:")}:${event.pathParameters.name}`;
  const { status, stopDate } = await sfn.describeExecution({ executionArn }).promise();
  return { statusCode: 200, body: JSON.stringify({ status, finished: Boolean(stopDate) }) };
};
