"use strict";
// The clients of DynamoDB that people use, as one: a call has an operation, an
// input, and a way to send other operations in the same form. The form is native
// values for document clients, attribute values ({ S: "..." }) for the others.

const { RetryError } = require("../errors");

// operation: method and command of document clients
const DOCUMENT = {
  PutItem: ["put", "PutCommand"],
  UpdateItem: ["update", "UpdateCommand"],
  DeleteItem: ["delete", "DeleteCommand"],
  GetItem: ["get", "GetCommand"],
  TransactWriteItems: ["transactWrite", "TransactWriteCommand"],
  BatchWriteItem: ["batchWrite", "BatchWriteCommand"],
};

/** The call that the arguments of once() describe, or undefined if they are no call of DynamoDB. */
function callOfDynamodb([client, call, input]) {
  if (!isDynamodb(client)) return undefined;
  if (typeof call === "string") return methodCall(client, call, input ?? {});
  return typeof call === "object" && call?.input ? commandCall(client, call) : undefined;
}

function isDynamodb(client) {
  const service = client?.config?.serviceId ?? client?.serviceIdentifier ?? client?.service?.serviceIdentifier;
  return /^dynamodb$/i.test(service ?? "");
}

function methodCall(client, method, input) {
  const document = Object.entries(DOCUMENT).find(([, [name]]) => name === method);
  const operation = document ? document[0] : method[0].toUpperCase() + method.slice(1);
  return { client, operation, input, document: document !== undefined };
}

function commandCall(client, command) {
  const inner = command.clientCommand ?? command;
  const operation = inner.schema?.[2] ?? inner.constructor.name.replace(/Command$/, "");
  return { client, operation, input: command.input, document: command.clientCommand !== undefined };
}

/** Sends an operation in the form of a call. */
function send({ client, document }, operation, input) {
  if (typeof client.send === "function") return sendCommand(client, document, operation, input);
  const low = operation[0].toLowerCase() + operation.slice(1);
  const [target, method] = document ? [client, DOCUMENT[operation][0]] : [client.service ?? client, low];
  return target[method](input).promise();
}

function sendCommand(client, document, operation, input) {
  const Command = document ? library()[DOCUMENT[operation][1]] : lowLevel()[`${operation}Command`];
  return client.send(new Command(input));
}

// The SDK is the user's own: it is loaded when a client of it is used. The names
// are literals within try, so that bundlers see them and may leave them out.
const loaded = {};

function lowLevel() {
  try {
    return (loaded.client ??= require("@aws-sdk/client-dynamodb"));
  } catch (cause) {
    throw missing("@aws-sdk/client-dynamodb", cause);
  }
}

function library() {
  try {
    return (loaded.library ??= require("@aws-sdk/lib-dynamodb"));
  } catch (cause) {
    throw missing("@aws-sdk/lib-dynamodb", cause);
  }
}

function missing(name, cause) {
  return new RetryError("NO_SDK", `${name} cannot be loaded from @aplomb/retry: install it, or leave it out of the bundle`, { cause });
}

/** A client for the log: the SDK that is there, version 3 first. */
function defaultClient() {
  try {
    const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
    return new DynamoDBClient({});
  } catch (cause) {
    try {
      const { DynamoDB } = require("aws-sdk");
      return new DynamoDB();
    } catch {
      throw missing("@aws-sdk/client-dynamodb", cause);
    }
  }
}

/** What replies of SDK 3 say about themselves. */
const metadata = ({ client }) => (typeof client.send === "function" ? { $metadata: { httpStatusCode: 200 } } : {});

/** The error that an ordinary conditional write would have ended with. */
function conditionFailed({ client }, { message, item }) {
  const text = message ?? "The conditional request failed";
  if (typeof client.send !== "function") {
    return Object.assign(new Error(text), { code: "ConditionalCheckFailedException", name: "ConditionalCheckFailedException", statusCode: 400, retryable: false });
  }
  const { ConditionalCheckFailedException } = lowLevel();
  return new ConditionalCheckFailedException({ message: text, $metadata: { httpStatusCode: 400 }, Item: item });
}

/** The error that a cancelled transaction would have ended with. */
function transactionCancelled({ client }, reasons) {
  const name = "TransactionCanceledException";
  const codes = reasons.map(({ Code }) => Code ?? "None").join(", ");
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  if (typeof client.send !== "function") return Object.assign(new Error(message), { name, code: name, statusCode: 400, CancellationReasons: reasons });
  return new (lowLevel()[name])({ message, $metadata: { httpStatusCode: 400 }, CancellationReasons: reasons });
}

const nameOf = (error) => error?.name ?? error?.code;

/** The codes of a cancelled transaction, one per item; undefined for other errors. */
function cancellation(error) {
  if (nameOf(error) !== "TransactionCanceledException") return undefined;
  if (error.CancellationReasons) return error.CancellationReasons.map((reason) => reason.Code ?? "None");
  return /\[([^\]]*)\]/.exec(error.message)?.[1].split(", ");
}

module.exports = { callOfDynamodb, cancellation, conditionFailed, defaultClient, isDynamodb, metadata, nameOf, send, transactionCancelled };
