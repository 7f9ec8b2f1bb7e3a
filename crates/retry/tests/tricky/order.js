// What runs at the same time comes to its end in any order. The comment above each handler says
// what is true of it alone.

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { SNS } from "@aws-sdk/client-sns";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";

const db = DynamoDBDocument.from(new DynamoDB());
const topics = new SNS();
const put = (Item) => db.put({ TableName: "items", Item });
const get = async (id) => (await db.get({ TableName: "items", Key: { id } })).Item;
const read = async (id) => (await db.get({ TableName: "settings", Key: { id } })).Item;
const claim = async (Item) => {
  try {
    await db.put({ TableName: "items", Item, ConditionExpression: "attribute_not_exists(id)" });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
};

// unsafe: the key tells which came first
// today unknown
export const pushedIds = async ({ ids }) => {
  const names = [];
  await Promise.all(ids.map(async (id) => {
    await read(id);
    names.push(id);
  }));
  await put({ id: names.join("-") });
};

// unsafe: the same with what was read
// today unknown
export const pushedKey = async ({ ids }) => {
  const names = [];
  await Promise.all(ids.map(async (id) => {
    const found = await read(id);
    names.push(found.name);
  }));
  await put({ id: names.join("-") });
};

// safe: the list is written as a whole, in whichever order
export const pushedContent = async ({ id, ids }) => {
  const names = [];
  await Promise.all(ids.map(async (each) => {
    const found = await read(each);
    names.push(found.name);
  }));
  await put({ id, names });
};

// safe: how many there are does not depend on the order
export const pushedCount = async ({ id, ids }) => {
  const names = [];
  await Promise.all(ids.map(async (each) => {
    await read(each);
    names.push(each);
  }));
  await put({ id: `${id}-${names.length}` });
};

// safe: what is pushed before anybody waits is in the order of the program
export const pushedBefore = async ({ ids }) => {
  const names = [];
  await Promise.all(ids.map(async (id) => {
    names.push(id);
    await read(id);
  }));
  await put({ id: names.join("-") });
};

// unsafe: the same by callbacks
// today unknown
export const pushedByThen = async ({ ids }) => {
  const names = [];
  await Promise.all(ids.map((id) => read(id).then((found) => { names.push(found.name); })));
  await put({ id: names.join("-") });
};

// unsafe: by a function that another one awaits
// today unknown
export const pushedDeeper = async ({ ids }) => {
  const names = [];
  const add = async (id) => {
    const found = await read(id);
    names.push(found.name);
  };
  const work = async (id) => {
    await add(id);
  };
  await Promise.all(ids.map(work));
  await put({ id: names.join("-") });
};

// unsafe: promises that are collected first
// today unknown
export const pushedInLoop = async ({ ids }) => {
  const names = [];
  const work = [];
  const add = async (id) => {
    const found = await read(id);
    names.push(found.name);
  };
  for (const id of ids) work.push(add(id));
  await Promise.all(work);
  await put({ id: names.join("-") });
};

// safe: one after the other
export const pushedOneByOne = async ({ ids }) => {
  const names = [];
  for (const id of ids) {
    const found = await read(id);
    names.push(found.name);
  }
  await put({ id: names.join("-") });
};

// unsafe: two that are named
// today unknown
export const pushedByTwo = async () => {
  const names = [];
  const add = async (id) => {
    const found = await read(id);
    names.push(found.name);
  };
  await Promise.all([add("a"), add("b")]);
  await put({ id: names.join("-") });
};

// safe: results by position
export const byPosition = async ({ ids }) => {
  const found = await Promise.all(ids.map(async (id) => (await read(id)).name));
  await put({ id: found.join("-") });
};

// safe: each has its own object
export const ownObjects = async ({ id, ids }) => {
  const found = await Promise.all(ids.map(async (each) => {
    const own = { each };
    own.found = await read(each);
    own.names = [];
    own.names.push(own.found.name);
    return own;
  }));
  await put({ id, found });
};

// safe: a sum has no order
export const summed = async ({ id, ids }) => {
  let total = 0;
  await Promise.all(ids.map(async (each) => {
    const found = await read(each);
    total += found.n;
  }));
  await put({ id: `${id}-${total}` });
};

// unsafe: who waits while adding forgets what others have added
// today unknown
export const summedStale = async ({ id, ids }) => {
  let total = 0;
  await Promise.all(ids.map(async (each) => {
    total += (await read(each)).n;
  }));
  await put({ id: `${id}-${total}` });
};

// unsafe: texts are put together in the order of completion
// today unknown
export const concatenated = async ({ ids }) => {
  let text = "";
  await Promise.all(ids.map(async (id) => {
    const found = await read(id);
    text += found.name;
  }));
  await put({ id: text });
};

// unsafe: the last one wins
// today unknown
export const lastWins = async ({ ids }) => {
  let last;
  await Promise.all(ids.map(async (id) => {
    const found = await read(id);
    last = found.name;
  }));
  await put({ id: last });
};

// unsafe: the first one does
// today unknown
export const firstWins = async ({ ids }) => {
  let first;
  await Promise.all(ids.map(async (id) => {
    const found = await read(id);
    first ??= found.name;
  }));
  await put({ id: first });
};

// unsafe: numbers are given in the order of completion
// today unknown
export const numbered = async ({ id, ids }) => {
  let n = 0;
  await Promise.all(ids.map(async (each) => {
    const found = await read(each);
    n += 1;
    await claim({ id: `${id}-${n}`, name: found.name });
  }));
};

// safe: numbers that are given before anybody waits
export const numberedBefore = async ({ id, ids }) => {
  let n = 0;
  await Promise.all(ids.map(async (each) => {
    n += 1;
    const own = `${id}-${n}`;
    const found = await read(each);
    await claim({ id: own, name: found.name });
  }));
};

// unsafe: all have been counted when the first goes on
// today unknown
export const countedBefore = async ({ id, ids }) => {
  let n = 0;
  await Promise.all(ids.map(async (each) => {
    n += 1;
    await read(each);
    await claim({ id: `${id}-${n}`, each, at: Date.now() });
  }));
};

// safe: all say the same
export const flagged = async ({ id, ids }) => {
  let failed = false;
  await Promise.all(ids.map(async (each) => {
    const found = await read(each);
    if (!found) failed = true;
  }));
  await put({ id, failed });
};

// safe: a set that is only asked for members
export const members = async ({ id, ids }) => {
  const names = new Set();
  await Promise.all(ids.map(async (each) => {
    const found = await read(each);
    names.add(found.name);
  }));
  await put({ id, known: names.has("known") });
};

// unsafe: a set in the order of completion
// today unknown
export const orderOfMembers = async ({ ids }) => {
  const names = new Set();
  await Promise.all(ids.map(async (id) => {
    const found = await read(id);
    names.add(found.name);
  }));
  await put({ id: [...names].join("-") });
};

// safe: each under its own key
export const underKeys = async ({ id, ids }) => {
  const found = {};
  await Promise.all(ids.map(async (each) => {
    found[each] = await read(each);
  }));
  await put({ id, found });
};

// safe: the same in a map, by which others are found
export const inMap = async ({ id, ids }) => {
  const found = new Map();
  await Promise.all(ids.map(async (each) => {
    found.set(each, await read(each));
  }));
  await put({ id, first: found.get(ids[0]) });
};

// unsafe: the keys stand in the order of completion
// today unknown
export const orderOfKeys = async ({ ids }) => {
  const found = {};
  await Promise.all(ids.map(async (id) => {
    found[id] = await read(id);
  }));
  await put({ id: Object.keys(found).join("-") });
};

// unsafe: so they do in JSON
// today unknown
export const orderInJson = async ({ ids }) => {
  const found = {};
  await Promise.all(ids.map(async (id) => {
    found[id] = await read(id);
  }));
  await put({ id: JSON.stringify({ found }) });
};

// unsafe: whether the value is the old one or the new one is not known
// today unknown
export const readBesideWrite = async ({ id }) => {
  const copy = async () => {
    const found = await get(id);
    await put({ id: `copy-${found?.n}` });
  };
  await Promise.all([put({ id, n: 1 }), copy()]);
};

// unsafe: the write was not awaited
// today unknown
export const forgottenWrite = async ({ id }) => {
  const save = async () => {
    put({ id, n: 1 });
  };
  await save();
  const found = await get(id);
  await put({ id: `copy-${found?.n}` });
};

// unsafe: it is not known which of two writes came last
export const lastWrite = async ({ id }) => {
  await Promise.all([put({ id, n: 1 }), put({ id, n: 2 })]);
  const found = await get(id);
  await put({ id: `copy-${found.n}` });
};

// safe: different fields of one item
// today unknown
export const twoFields = async ({ id, a, b }) => {
  const set = (field, value) => db.update({
    TableName: "items",
    Key: { id },
    UpdateExpression: "SET #f = :v",
    ExpressionAttributeNames: { "#f": field },
    ExpressionAttributeValues: { ":v": value },
  });
  await Promise.all([set("a", a), set("b", b)]);
  const found = await get(id);
  await put({ id: `copy-${found.a}-${found.b}` });
};

// unsafe: a function that was started may be at its end or not
// today unknown
export const notAwaited = async ({ id }) => {
  let mode = "none";
  const load = async () => {
    const found = await read("mode");
    mode = found.name;
  };
  const loading = load();
  await read("other");
  await put({ id: `${id}-${mode}` });
  await loading;
};

// safe: it is awaited
export const awaitedLater = async ({ id }) => {
  let mode = "none";
  const load = async () => {
    const found = await read("mode");
    mode = found.name;
  };
  const loading = load();
  await read("other");
  await loading;
  await put({ id: `${id}-${mode}` });
};

// safe: so it is, with a handler for its failure
export const awaitedWithHandler = async ({ id }) => {
  let mode = "none";
  const load = async () => {
    const found = await read("mode");
    mode = found.name;
  };
  await load().catch(() => { mode = "default"; });
  await put({ id: `${id}-${mode}` });
};

// unsafe: the first of two
// today unknown
export const raced = async () => {
  const found = await Promise.race([read("a"), read("b")]);
  await put({ id: found.name });
};

// unsafe: the same by a package
// today unknown
export const pushedByPackage = async ({ ids }) => {
  const names = [];
  await pMap(ids, async (id) => {
    const found = await read(id);
    names.push(found.name);
  }, { concurrency: 4 });
  await put({ id: names.join("-") });
};

// unsafe: a callback of a timer changes what is looked at before
// today unknown
export const timer = async ({ id }) => {
  let mode = "none";
  setTimeout(() => { mode = "late"; }, 10);
  await read("a");
  await put({ id: `${id}-${mode}` });
};

// safe: a timer that is awaited
export const awaitedTimer = async ({ id }) => {
  let mode = "none";
  await new Promise((resolve) => setTimeout(() => { mode = "late"; resolve(); }, 10));
  await put({ id: `${id}-${mode}` });
};

// safe: what was not found is counted, and the number told
export const counted = async ({ id, ids }) => {
  const stats = { found: 0, missing: 0 };
  await Promise.all(ids.map(async (each) => {
    if (await read(each)) stats.found++;
    else stats.missing++;
  }));
  await put({ id, stats });
  return { statusCode: 200, body: JSON.stringify(stats) };
};

// safe: errors are collected and only logged
export const errorsLogged = async ({ ids }) => {
  const errors = [];
  await Promise.all(ids.map(async (id) => {
    try {
      await put({ id, state: "new" });
    } catch (error) {
      errors.push(error);
    }
  }));
  console.log(errors.length, errors);
};

// safe: what was pushed is sorted
export const sortedAfter = async ({ ids }) => {
  const names = [];
  await Promise.all(ids.map(async (id) => {
    await read(id);
    names.push(id);
  }));
  names.sort();
  await put({ id: names.join("-") });
};
