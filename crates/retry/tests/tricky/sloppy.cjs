// Scripts that are not in strict mode, in which parameters and `arguments` are the same. The
// comment above each handler says what is true of it alone.

const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocument.from(new DynamoDB());
const count = (id) => db.update({
  TableName: "counters",
  Key: { id },
  UpdateExpression: "ADD hits :one",
  ExpressionAttributeValues: { ":one": 1 },
});

function overwritten(mode) {
  arguments[0] = "count";
  return mode;
}

// unsafe: whoever writes to arguments writes to the parameter
// today unknown
exports.writesArguments = async (event) => {
  if (overwritten("skip") === "count") await count(event.id);
};

function replaced(mode) {
  mode = "count";
  return arguments[0];
}

// unsafe: and the other way round
// today unknown
exports.writesParameter = async (event) => {
  if (replaced("skip") === "count") await count(event.id);
};

function joined() {
  return [...arguments].join("-");
}

// safe: who only reads them sees what was given
exports.readsArguments = async (event) => {
  if (joined("a", "b") !== "a-b") await count(event.id);
};

let fast;
try {
  fast = require("fast-path");
} catch {
  fast = undefined;
}

// unsafe: the package may be missing
// today unknown
exports.missingPackage = async (event) => {
  if (!fast) await count(event.id);
};

let known;
try {
  known = require("fast-path");
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND") throw error;
}

// unsafe: so it may where the error is looked at
// today unknown
exports.missingByCode = async (event) => {
  if (!known) await count(event.id);
};

// safe: whichever it is, nothing is counted
exports.eitherWay = async (event) => ({ id: event.id, fast: Boolean(fast) });
