"use strict";
// Where rows live. A log answers five questions about a row:
//   first(row, text)    writes the text unless there is one; gives back the one that is there
//   find(row)           the text, or undefined
//   remove(row)         forgets it
//   acquire(row, lease) the time of the first attempt, or undefined if another attempt runs
//   release(row, owner)

const { dynamodbLog } = require("./dynamodb");
const { memoryLog } = require("./memory");
const { redisLog } = require("./redis");
const { MYSQL_SCHEMA, POSTGRES_SCHEMA, mysqlLog, postgresLog } = require("./sql");

const logs = {
  dynamodb: dynamodbLog,
  postgres: Object.assign(postgresLog, { schema: POSTGRES_SCHEMA }),
  mysql: Object.assign(mysqlLog, { schema: MYSQL_SCHEMA }),
  redis: redisLog,
  memory: memoryLog,
};

let shared;

/** The log of this process: DynamoDB, or memory where the environment says so. */
function byEnvironment() {
  shared ??= process.env.APLOMB_RETRY_LOG === "memory" ? memoryLog() : dynamodbLog();
  return shared;
}

module.exports = { byEnvironment, logs };
