"use strict";
// For every function that `aplomb fix` fixes: the tables, what is in them, the event of the
// request, and what other functions do between a crash and the retry. A function may have
// several requests, and a request may have other items to start with.

const one = (event, ...others) => [{ event, others }];
const from = (start, [request]) => [{ ...request, start }];
// What somebody writes who has read before.
const written = (table, item) => ["written", { table, item }];
const items = (start = []) => ({ tables: { items: ["id"] }, start: { items: start } });
const A = { id: "a" };

// By the name of the pattern; the two languages have the same functions.
const PATTERNS = {
  "01-put-fresh-id": { ...items(), requests: { create: one({ title: "A" }) } },
  "03-blind-put-read": {
    ...items(),
    requests: {
      put: one({ ...A, title: "A" }, ["read", A], ["overwrite", { ...A, name: "B" }]),
      overwrite: one({ ...A, name: "B" }, ["read", A], ["put", { ...A, title: "A" }]),
    },
  },
  "06-put-time-read": { ...items(), requests: { touch: one(A, ["read", A]) } },
  "09-blind-delete-upsert": {
    ...items([{ ...A, title: "A" }]),
    requests: {
      remove: one(A, ["read", A], ["rename", { ...A, title: "B" }], ["read", A]),
      rename: one({ ...A, title: "B" }, ["read", A], ["remove", A]),
    },
  },
  "10-delete-answers": { ...items([{ ...A, title: "A" }]), requests: { remove: one(A) } },
  "11-get-then-delete": { ...items([{ ...A, title: "A" }]), requests: { remove: one(A) } },
  "12-insert-if-absent-answers": { ...items(), requests: { register: one({ ...A, title: "A" }) } },
  "14-insert-if-absent-deleter": {
    ...items(),
    requests: {
      register: one({ ...A, title: "A" }, ["read", A], ["remove", A]),
      remove: from({ items: [{ ...A, title: "A" }] }, one(A, ["read", A], ["register", { ...A, title: "B" }], ["read", A])),
    },
  },
  "15-read-check-then-put": { ...items(), requests: { register: one({ ...A, title: "A" }) } },
  "16-atomic-increment": { ...items(), requests: { count: one(A) } },
  "17-conditional-decrement": { ...items([{ ...A, stock: 5 }]), requests: { take: one({ ...A, pieces: 2 }) } },
  "19-rmw-set-field-read": {
    ...items([{ ...A, title: "A", cents: 1 }]),
    requests: {
      rename: one({ ...A, title: "B" }, ["read", A], ["rename", { ...A, title: "C" }], ["read", A]),
      price: one({ ...A, cents: 2 }, ["read", A], ["price", { ...A, cents: 3 }], ["read", A]),
    },
  },
  "20-rmw-append": { ...items(), requests: { append: one({ ...A, entry: "e" }) } },
  "22-rmw-set-add-read": {
    ...items(),
    // Who joins at the same time replaces a member, and a retry brings the member back.
    requests: { join: one({ ...A, member: "m" }, ["read", A], written("items", { ...A, members: ["n"] }), ["read", A]) },
  },
  "23-alexa-add-item": {
    tables: { lists: ["user"] },
    requests: { addItem: one({ user: "u", item: "milk" }) },
  },
  "25-update-if-changed-read": {
    ...items(),
    requests: { rename: one({ ...A, title: "A" }, ["read", A], ["rename", { ...A, title: "B" }], ["read", A]) },
  },
  "27-get-pay-delete": {
    tables: { carts: ["id"] },
    start: { carts: [{ ...A, amount: 5, card: "tok" }] },
    environment: { STRIPE_KEY: "sk_test" },
    requests: { checkout: one(A) },
  },
  "28-mail-then-mark": {
    tables: { reminders: ["id"] },
    start: { reminders: [{ ...A, address: "a@example.com", text: "Now!" }] },
    requests: { remind: one(A) },
  },
  "31-versioned-upsert-same-version": {
    ...items(),
    requests: { store: one({ ...A, version: 1, title: "A" }, ["read", A], ["store", { ...A, version: 1, title: "B" }], ["read", A]) },
  },
  "34-order-created-guard-deleter": {
    tables: { orders: ["id"] },
    requests: {
      orderCreated: one({ ...A, total: 1 }, ["read", A], ["cancel", A]),
      cancel: from({ orders: [{ ...A, total: 1 }] }, one(A, ["read", A], ["orderCreated", { ...A, total: 2 }], ["read", A])),
    },
  },
  "36-transaction-token-fresh-answer": { ...items(), requests: { create: one({ request: "run-%run%", title: "A" }) } },
  "37-read-only": { ...items(), requests: { put: one({ ...A, title: "A" }, ["read", A], ["put", { ...A, title: "B" }], ["read", A]) } },
};

const http = (method, path, body, more) => ({
  httpMethod: method,
  path,
  headers: { "content-type": "application/json" },
  requestContext: { http: { method, path } },
  rawPath: path,
  body: body && JSON.stringify(body),
  ...more,
});
const query = (text) => http("GET", "/query", undefined, { queryStringParameters: { query: text } });
const change = (nickname) => query(`mutation { changeNickname(firstName: "a", nickname: "${nickname}") }`);
const greet = query('{ greeting(firstName: "a") }');
const todo = (method, text) => http(method, "/todos/a", text && { text, checked: false }, { pathParameters: { id: "a" } });
const put = (title) => http("POST", "/", { TableName: "things", Item: { ...A, title } });
const scan = http("GET", "/", undefined, { queryStringParameters: { TableName: "things" } });
const wage = (base) => ({ id: "w", name: "n", role: "staff", base, merit: 1, total: base + 1, realpay: base });
const line = { product: "p", pieces: 2, price: 3 };
const part = (name, value) => ({ request: "r", name, value });

const APPLICATIONS = {
  alexa: {
    tables: { reminders: ["user"] },
    start: { reminders: [{ user: "u", items: [] }] },
    environment: { REMINDERS: "reminders" },
    requests: { reminder: one({ user: "u", item: "milk" }) },
  },
  "data-analysis": {
    tables: { wages: ["id"], results: ["name"] },
    start: { wages: [wage(10)] },
    environment: { WAGES: "wages", RESULTS: "results" },
    requests: {
      save: one(wage(20), ["total", {}], ["save", wage(30)], ["total", {}]),
      realPay: one({}, ["result", {}], ["save", wage(30)], ["realPay", {}], ["result", {}]),
      merit: one({}, ["result", {}], ["save", { ...wage(30), merit: 5 }], ["merit", {}], ["result", {}]),
    },
  },
  express: {
    tables: { users: ["userId"] },
    environment: { USERS_TABLE: "users" },
    requests: {
      api: one(
        http("POST", "/users", { userId: "u", name: "A" }),
        ["api", http("GET", "/users/u")],
        ["api", http("POST", "/users", { userId: "u", name: "B" })],
        ["api", http("GET", "/users/u")],
      ),
    },
  },
  graphql: {
    tables: { users: ["firstName"] },
    environment: { DYNAMODB_TABLE: "users" },
    requests: { query: one(change("A"), ["query", greet], ["query", change("B")], ["query", greet]) },
  },
  hotel: {
    tables: { rooms: ["id"], seats: ["id"], orders: ["id"] },
    start: { rooms: [{ id: "h", vacant: 5 }], seats: [{ id: "f", vacant: 5 }] },
    requests: {
      reserve: one({ hotel: "h", flight: "f" }),
      order: one({ user: "u", hotel: "h", flight: "f" }),
    },
  },
  "http-endpoint": {
    tables: { things: ["id"] },
    start: { things: [{ ...A, hits: 1, title: "A" }] },
    requests: {
      handler: [
        { event: put("B"), others: [["handler", scan], ["handler", put("C")], ["handler", scan]] },
        {
          event: http("PUT", "/", {
            TableName: "things",
            Key: A,
            UpdateExpression: "ADD hits :one",
            ExpressionAttributeValues: { ":one": 1 },
          }),
          others: [],
        },
        { event: http("DELETE", "/", { TableName: "things", Key: A, ReturnValues: "ALL_OLD" }), others: [] },
      ],
    },
  },
  media: {
    tables: Object.fromEntries(
      ["compositions", "reviews", "reviewsOfUser", "reviewsOfMovie", "users", "movies", "statistics"].map((table) => [table, ["id"]]),
    ),
    start: {
      compositions: [{ id: "r", arrived: 4, userId: "u", movieId: "m", text: "Good." }],
      reviewsOfUser: [{ id: "u", reviews: [] }],
      reviewsOfMovie: [{ id: "m", reviews: [] }],
    },
    requests: { composeReview: [...one(part("rating", 7)), ...one({ ...part("text", "t"), request: "other" })] },
  },
  "pynamodb-s3-url": {
    tables: { assets: ["asset_id"] },
    environment: { DYNAMODB_TABLE: "assets", S3_BUCKET: "assets" },
    requests: { create: one(http("POST", "/asset")) },
  },
  "rest-api": {
    tables: { todos: ["id"] },
    start: { todos: [{ ...A, text: "A", checked: false }] },
    environment: { DYNAMODB_TABLE: "todos" },
    requests: {
      create: one(todo("POST", "B")),
      update: one(todo("PUT", "B"), ["get", todo("GET")], ["update", todo("PUT", "C")], ["get", todo("GET")]),
      delete: one(todo("DELETE"), ["get", todo("GET")], ["update", todo("PUT", "C")], ["get", todo("GET")]),
    },
  },
  save: {
    ...items(),
    environment: { TABLE_NAME: "items" },
    requests: { save: one(http("POST", "/", { title: "A" })) },
  },
  specjbb: {
    tables: { stock: ["id"], customers: ["id"], receipts: ["id"] },
    start: {
      stock: [{ id: "p", pieces: 10 }],
      customers: [{ id: "c", balance: 100 }],
      receipts: [{ id: "r", customer: "c", lines: [line], total: 12, open: 12 }],
    },
    requests: {
      purchase: one({ customer: "c", lines: [line, { product: "none", pieces: 1, price: 1 }] }),
      payInstallment: one({ customer: "c", receipt: "r" }),
      returnProduct: one({ receipt: "r", product: "p" }),
    },
  },
  shop: {
    tables: { orders: ["id"], stock: ["article"], customers: ["id"] },
    start: { orders: [{ id: "o", state: "placed" }], customers: [{ id: "c", name: "n" }] },
    environment: { ORDERS: "orders", STOCK: "stock", CUSTOMERS: "customers" },
    requests: {
      placeOrder: one({
        Records: ["m1", "m2"].map((messageId) => ({
          eventSource: "aws:sqs",
          messageId,
          body: JSON.stringify({ customer: messageId, article: "a" }),
        })),
      }),
      shipOrder: one({ order: "o", email: "c@example.com" }),
      restock: one({ article: "a", pieces: 3 }),
      registerCustomer: one({ customer: "d", name: "n" }),
      changeAddress: one(
        { customer: "c", address: "A" },
        ["addressOf", { customer: "c" }],
        ["changeAddress", { customer: "c", address: "B" }],
        ["addressOf", { customer: "c" }],
      ),
    },
  },
};

/** What is fixed and not executed here, with the reason. */
const NOT_EXECUTED = {};

/** All applications: their names, and what to do with them. */
const SCENARIOS = {
  ...Object.fromEntries(Object.entries(PATTERNS).flatMap(([name, scenario]) => ["js", "py"].map((language) => [`${name}.${language}`, scenario]))),
  ...APPLICATIONS,
};

module.exports = { NOT_EXECUTED, SCENARIOS };
