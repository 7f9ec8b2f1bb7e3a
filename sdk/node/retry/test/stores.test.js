"use strict";
// PostgreSQL, MariaDB and Redis: writes that happen once, and logs. DynamoDB's log too.

const assert = require("node:assert/strict");
const { before, describe, test } = require("node:test");
const { atMostOnce, keep, logs, once, retrySafe, startedAt } = require("..");
const { closing, serve, serveDynamodb } = require("./servers");

let requests = 0;
function attempts(handler, options) {
  requests += 1;
  const event = { request: `r${requests}` };
  const safe = retrySafe((given) => given.request, handler, { name: "tests", log: logs.memory(), ...options });
  return () => safe(event, {});
}
// The log of `once` is the store itself, whatever the other rows live in.
const elsewhere = { name: "tests", log: { ...logs.memory(), once: undefined } };

function logTests(open) {
  test("keeps, leases and times", async () => {
    const log = open();
    let count = 0;
    const kept = attempts(() => keep("n", () => ({ n: (count += 1) })), { log });
    assert.deepEqual(await Promise.all([kept(), kept(), kept()]).then((all) => new Set(all.map(({ n }) => n)).size), 1);
    const mail = attempts(() => atMostOnce("mail", () => (count += 1)), { log });
    assert.equal(await mail(), await mail());
    const rejected = attempts(() => atMostOnce("mail", () => Promise.reject(Object.assign(new Error("no"), { statusCode: 400, count: (count += 1) }))), { log });
    const seen = [await rejected().catch((error) => error.count), await rejected().catch((error) => error.count)];
    assert.equal(seen[1], seen[0] + 1);
    const timed = attempts(() => startedAt(), { log, time: true });
    assert.equal(await timed(), await timed());
    let [run, end] = [];
    const isRunning = new Promise((resolve) => (run = resolve));
    const mayEnd = new Promise((resolve) => (end = resolve));
    const leased = attempts(
      async () => {
        run();
        await mayEnd;
        return startedAt();
      },
      { log, lease: true },
    );
    const running = leased();
    await isRunning;
    await assert.rejects(leased(), { code: "ATTEMPT_RUNNING" });
    end();
    assert.equal(await running, await leased());
  });
}

describe("DynamoDB", () => {
  let log;
  before(async () => (log = logs.dynamodb((await serveDynamodb()).client)));
  logTests(() => log);
});

describe("PostgreSQL", () => {
  let pool;
  before(async () => {
    const { Pool } = require("pg");
    pool = new Pool({ connectionString: await serve("postgres") });
    pool.on("error", () => {});
    closing.unshift(() => pool.end());
    await pool.query(logs.postgres.schema);
    await pool.query("CREATE TABLE accounts (id text PRIMARY KEY, balance int CHECK (balance >= 0), note text)");
    await pool.query("INSERT INTO accounts SELECT 'a' || n, 100, 'x' FROM generate_series(1, 9) n");
  });
  logTests(() => logs.postgres(pool));
  const balance = async (id) => (await pool.query("SELECT balance FROM accounts WHERE id = $1", [id])).rows[0]?.balance;

  test("a statement happens once, with the rows of the first attempt", async () => {
    const pay = attempts(() => once("pay", pool, "query", "UPDATE accounts SET balance = balance - $1 WHERE id = $2 RETURNING id, balance;", [30, "a1"]), elsewhere);
    const first = await pay();
    await pool.query("UPDATE accounts SET balance = balance + 5 WHERE id = 'a1'");
    assert.deepEqual(await pay(), first);
    assert.deepEqual(first, { rows: [{ id: "a1", balance: 70 }], rowCount: 1 });
    assert.equal(await balance("a1"), 75);
  });

  test("statements without rows are counted, RETURNING in texts is text", async () => {
    const note = attempts(() => once("note", pool, "query", { text: "UPDATE accounts SET note = ' returning ' /* returning */ WHERE id = ANY($1)", values: [["a2", "a3"]] }), elsewhere);
    assert.deepEqual(await note(), { rows: [], rowCount: 2 });
    assert.deepEqual(await note(), { rows: [], rowCount: 2 });
    const none = attempts(() => once("none", pool, "query", "DELETE FROM accounts WHERE id = 'nobody'"), elsewhere);
    assert.deepEqual(await none(), { rows: [], rowCount: 0 });
  });

  test("what was inserted is not inserted again, nor is it a refusal", async () => {
    const insert = attempts(() => once("insert", pool, "query", "INSERT INTO accounts (id, balance) VALUES ($1, $2)", ["new", 1]), elsewhere);
    assert.equal((await insert()).rowCount, 1);
    assert.equal((await insert()).rowCount, 1);
    await pool.query("DELETE FROM accounts WHERE id = 'new'");
    assert.equal((await insert()).rowCount, 1);
    assert.equal(await balance("new"), undefined);
  });

  test("a violated constraint is the outcome", async () => {
    const overdraw = attempts(() => once("pay", pool, "query", "UPDATE accounts SET balance = balance - 500 WHERE id = 'a4'"), elsewhere);
    await assert.rejects(overdraw(), { code: "23514" });
    await pool.query("UPDATE accounts SET balance = 1000 WHERE id = 'a4'");
    await assert.rejects(overdraw(), { code: "23514" });
    assert.equal(await balance("a4"), 1000);
  });

  test("several statements are one transaction, once", async () => {
    let fail = true;
    const transfer = attempts(() => once("transfer", pool, async (client) => {
      await client.query("UPDATE accounts SET balance = balance - 10 WHERE id = 'a5'");
      if (fail) throw new Error("crash");
      const { rows } = await client.query("UPDATE accounts SET balance = balance + 10 WHERE id = 'a6' RETURNING balance");
      return rows[0].balance;
    }), elsewhere);
    await assert.rejects(transfer(), /crash/);
    fail = false;
    assert.deepEqual([await transfer(), await transfer()], [110, 110]);
    assert.deepEqual([await balance("a5"), await balance("a6")], [90, 110]);
  });

  test("attempts at the same time", async () => {
    const many = Array.from({ length: 12 }, () => attempts(() => once("add", pool, "query", "UPDATE accounts SET balance = balance + 1 WHERE id = 'a7'"), elsewhere));
    await Promise.all(many.flatMap((attempt) => [attempt(), attempt(), attempt()]));
    assert.equal(await balance("a7"), 112);
  });

  test("a query is not a write", async () => {
    await assert.rejects(attempts(() => once("read", pool, "query", "SELECT 1"), elsewhere)(), { code: "NOT_SUPPORTED" });
  });
});

describe("MariaDB", () => {
  let pool;
  before(async () => {
    const mysql = require("mysql2/promise");
    pool = mysql.createPool({ uri: await serve("mariadb"), connectionLimit: 8 });
    closing.unshift(() => pool.end());
    await pool.query(logs.mysql.schema);
    await pool.query("CREATE TABLE accounts (id VARCHAR(20) PRIMARY KEY, balance INT CHECK (balance >= 0))");
    await pool.query("INSERT INTO accounts VALUES ('a1', 100), ('a2', 100), ('a3', 100)");
  });
  logTests(() => logs.mysql(pool));
  const balance = async (id) => (await pool.query("SELECT balance FROM accounts WHERE id = ?", [id]))[0][0]?.balance;

  for (const method of ["query", "execute"]) {
    test(`${method}: once, with the result of the first attempt`, async () => {
      const pay = attempts(() => once("pay", pool, method, "UPDATE accounts SET balance = balance - ? WHERE id = ?", [10, "a1"]), elsewhere);
      const before = await balance("a1");
      const [[first], [again]] = [await pay(), await pay()];
      assert.equal(first.affectedRows, 1);
      assert.deepEqual(again, first);
      assert.equal(await balance("a1"), before - 10);
    });
  }

  test("refusals are outcomes, successes stay successes", async () => {
    const insert = attempts(() => once("insert", pool, "query", "INSERT INTO accounts VALUES ('new', 1)"), elsewhere);
    const other = attempts(() => once("insert", pool, "query", "INSERT INTO accounts VALUES ('new', 1)"), elsewhere);
    await insert();
    await insert();
    await assert.rejects(other(), { code: "ER_DUP_ENTRY" });
    await pool.query("DELETE FROM accounts WHERE id = 'new'");
    await assert.rejects(other(), { code: "ER_DUP_ENTRY" });
    assert.equal(await balance("new"), undefined);
  });

  test("attempts at the same time, and the interface with callbacks", async () => {
    const plain = pool.pool;
    const many = Array.from({ length: 8 }, () => attempts(() => new Promise((resolve, reject) => {
      once("add", plain, "query", "UPDATE accounts SET balance = balance + 1 WHERE id = 'a2'", (error, result) => (error ? reject(error) : resolve(result)));
    }), elsewhere));
    const results = await Promise.all(many.flatMap((attempt) => [attempt(), attempt()]));
    assert.ok(results.every(({ affectedRows }) => affectedRows === 1));
    assert.equal(await balance("a2"), 108);
  });
});

describe("Redis", () => {
  const clients = {};
  before(async () => {
    const url = await serve("redis");
    const { Redis } = require("ioredis");
    clients.ioredis = new Redis(url);
    clients.redis = await require("redis").createClient({ url }).connect();
    closing.unshift(() => clients.ioredis.quit(), () => clients.redis.close());
  });
  for (const name of ["ioredis", "redis"]) {
    describe(name, () => {
      logTests(() => logs.redis(clients[name]));
      const command = (camel) => (name === "redis" ? camel : camel.toLowerCase());

      test("a command happens once", async () => {
        const client = clients[name];
        const many = Array.from({ length: 8 }, () => attempts(() => once("add", client, command("incrBy"), `hits-${name}`, 2), elsewhere));
        const replies = await Promise.all(many.flatMap((attempt) => [attempt(), attempt()]));
        assert.deepEqual([...new Set(replies)].sort((left, right) => left - right), [2, 4, 6, 8, 10, 12, 14, 16]);
        assert.equal(await client.get(`hits-${name}`), "16");
        const set = attempts(() => once("set", client, "set", `{slot}-${name}`, "text"), elsewhere);
        assert.deepEqual([await set(), await set()], ["OK", "OK"]);
        const missing = attempts(() => once("pop", client, command("lPop"), "missing"), elsewhere);
        assert.deepEqual([await missing(), await missing()], [null, null]);
        await assert.rejects(attempts(() => once("wrong", client, command("lPush"), `hits-${name}`, "x"), elsewhere)(), /WRONGTYPE/);
      });
    });
  }
});
