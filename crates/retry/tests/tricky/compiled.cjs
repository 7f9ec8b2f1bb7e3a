"use strict";
// What compilers make of ECMAScript modules. The comment above each handler says what is true of
// it alone.
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.listsExports = exports.asks = exports.saves = exports.counts = void 0;
const client_dynamodb_1 = require("@aws-sdk/client-dynamodb");
const lib_dynamodb_1 = require("@aws-sdk/lib-dynamodb");
const compiled_store_1 = __importDefault(require("./compiled-store.cjs"));
const db = lib_dynamodb_1.DynamoDBDocument.from(new client_dynamodb_1.DynamoDB());
const store = new compiled_store_1.default(db);

// unsafe: the store counts
exports.counts = async (event) => {
  await store.count(event.id);
};

// safe: the store saves
exports.saves = async (event) => {
  await store.save(event.id, event.value);
};

// unsafe: what was a module says so
exports.asks = async (event) => {
  if (require("./compiled-store.cjs").__esModule) await store.count(event.id);
};

// safe: the mark is not listed
exports.listsExports = async (event) => {
  const names = Object.keys(require("./compiled-store.cjs"));
  if (names.includes("__esModule") || names.length !== 1) await store.count(event.id);
};
