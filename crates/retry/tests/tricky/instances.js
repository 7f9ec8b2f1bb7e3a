// Handlers whose objects of their own classes lie in arrays, maps and other containers of
// unknown length: they keep their getters, methods and class. What decides whether a message
// goes out, or draws a name, stands in a member that is not a field of the object.

import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const sqs = new SQSClient({});

const send = (text) => sqs.send(new SendMessageCommand({ QueueUrl: "https://queue", MessageBody: text }));
const put = (id) => db.send(new PutCommand({ TableName: "items", Item: { id } }));
const count = (id) =>
  db.send(
    new UpdateCommand({
      TableName: "items",
      Key: { id },
      UpdateExpression: "ADD n :one",
      ExpressionAttributeValues: { ":one": 1 },
    }),
  );

class Vehicle {
  static limit = 15000;

  constructor(item) {
    this.id = item.id;
    this.km = item.km;
  }

  get due() {
    return this.km > 15000;
  }

  get fresh() {
    return `${this.id}-${randomUUID()}`;
  }

  get key() {
    return `vehicle#${this.id}`;
  }

  get kind() {
    return "truck";
  }

  isDue() {
    return this.km > 15000;
  }

  tell() {
    return send(this.id);
  }

  // Called like a method of maps.
  get(name) {
    return send(name);
  }
}

class Electric extends Vehicle {
  get kind() {
    return "electric";
  }
}

class Assigned {
  constructor(item) {
    Object.assign(this, item);
  }

  get due() {
    return this.km > 15000;
  }

  get fresh() {
    return randomUUID();
  }
}

class Secret {
  #km;

  constructor(item) {
    this.id = item.id;
    this.#km = item.km;
  }

  get due() {
    return this.#km > 15000;
  }
}

function Old(item) {
  this.id = item.id;
  this.km = item.km;
}
Old.prototype.isDue = function () {
  return this.km > 15000;
};

const vehicles = (event) => event.items.map((item) => new Vehicle(item));

// unsafe: a getter decides whether a message goes out
export const getterInList = async (event) => {
  for (const vehicle of vehicles(event)) if (vehicle.due) await send(vehicle.id);
};

// unsafe: the objects are filtered by a getter
export const filtered = async (event) => {
  for (const vehicle of event.items.map((item) => new Vehicle(item)).filter((v) => v.due)) await send(vehicle.id);
};

// unsafe: the objects are filtered by a method
export const filteredByMethod = async (event) => {
  for (const vehicle of vehicles(event).filter((v) => v.isDue())) await send(vehicle.id);
};

// unsafe: a method of a constructor function decides
export const constructorFunction = async (event) => {
  for (const vehicle of event.items.map((item) => new Old(item))) if (vehicle.isDue()) await send(vehicle.id);
};

// unsafe: a getter of a private field
export const privateField = async (event) => {
  for (const vehicle of event.items.map((item) => new Secret(item))) if (vehicle.due) await send(vehicle.id);
};

// unsafe: a getter that each object inherits
export const inherited = async (event) => {
  for (const vehicle of event.items.map((item) => new Electric(item))) if (vehicle.due) await send(vehicle.id);
};

// safe: the getter says another kind, so nothing goes out
export const overridden = async (event) => {
  for (const vehicle of event.items.map((item) => new Electric(item))) if (vehicle.kind === "truck") await send(vehicle.id);
};

// unsafe: the getter draws a name
export const freshGetter = async (event) => {
  for (const vehicle of vehicles(event)) await put(vehicle.fresh);
};

// safe: the getter is a function of the object
export const stableGetter = async (event) => {
  for (const vehicle of vehicles(event)) await put(vehicle.key);
};

// unsafe: the method has an effect
export const tellingMethod = async (event) => {
  for (const vehicle of vehicles(event)) await vehicle.tell();
};

// unsafe: the method has an effect, and a function calls it
export const tellingInMap = async (event) => {
  await Promise.all(vehicles(event).map((vehicle) => vehicle.tell()));
};

// unsafe: a method that is called like one of maps
export const methodNamedGet = async (event) => {
  for (const vehicle of vehicles(event)) await vehicle.get("x");
};

// unsafe: each object is an instance of its class
export const instanceOf = async (event) => {
  for (const vehicle of vehicles(event)) if (vehicle instanceof Vehicle) await send(vehicle.id);
};

// safe: none is an instance of the other class
export const instanceOfOther = async (event) => {
  for (const vehicle of vehicles(event)) if (vehicle instanceof Electric) await send(vehicle.id);
};

// unsafe: the class of each object
export const constructorOf = async (event) => {
  for (const vehicle of vehicles(event)) if (vehicle.constructor === Vehicle) await send(vehicle.id);
};

// unsafe: the name of the class of each object
export const nameOfConstructor = async (event) => {
  for (const vehicle of vehicles(event)) if (vehicle.constructor.name === "Vehicle") await send(vehicle.id);
};

// unsafe: a member by its name
export const byName = async (event) => {
  for (const vehicle of vehicles(event)) if (vehicle["due"]) await send(vehicle.id);
};

// unsafe: the getter is a part of a pattern
export const destructured = async (event) => {
  for (const { due, id } of vehicles(event)) if (due) await send(id);
};

// unsafe: each object has the getter
export const hasMember = async (event) => {
  for (const vehicle of vehicles(event)) if ("due" in vehicle) await send(vehicle.id);
};

// unsafe: the objects are pushed one by one
export const pushed = async (event) => {
  const found = [];
  for (const item of event.items) found.push(new Vehicle(item));
  for (const vehicle of found) if (vehicle.due) await send(vehicle.id);
};

// unsafe: one of the objects decides
export const some = async (event) => {
  if (vehicles(event).some((vehicle) => vehicle.due)) await send("some");
};

// unsafe: all objects decide
export const every = async (event) => {
  if (vehicles(event).every((vehicle) => vehicle.due)) await send("every");
};

// unsafe: the first one whose getter holds
export const found = async (event) => {
  const vehicle = vehicles(event).find((vehicle) => vehicle.due);
  if (vehicle) await send(vehicle.id);
};

// unsafe: what the one that was found draws
// today unknown
export const foundDraws = async (event) => {
  const vehicle = vehicles(event).find((vehicle) => vehicle.km > 3);
  if (vehicle) await put(vehicle.fresh);
};

// unsafe: a sum decides
// today unknown
export const reduced = async (event) => {
  if (vehicles(event).reduce((sum, vehicle) => sum + (vehicle.due ? 1 : 0), 0) > 2) await send("many");
};

// unsafe: the first object
// today unknown
export const first = async (event) => {
  if (vehicles(event)[0].due) await send("first");
};

// unsafe: what the first object draws
// today unknown
export const firstDraws = async (event) => {
  await put(vehicles(event)[0].fresh);
};

// unsafe: the first object in a pattern
// today unknown
export const firstOfPattern = async (event) => {
  const [vehicle] = vehicles(event);
  await put(vehicle.fresh);
};

// unsafe: the objects are sorted
// today unknown
export const sorted = async (event) => {
  for (const vehicle of vehicles(event).sort((a, b) => a.km - b.km)) if (vehicle.due) await send(vehicle.id);
};

// unsafe: the objects are spread into another array
export const spread = async (event) => {
  for (const vehicle of [...vehicles(event), new Vehicle({ id: "x", km: 1 })]) if (vehicle.due) await send(vehicle.id);
};

// unsafe: some of the objects
// today unknown
export const sliced = async (event) => {
  for (const vehicle of vehicles(event).slice(0, 10)) if (vehicle.due) await send(vehicle.id);
};

// unsafe: the objects are numbered
export const numbered = async (event) => {
  for (const [index, vehicle] of vehicles(event).entries()) if (vehicle.due) await send(`${index}`);
};

// unsafe: the objects are numbered by forEach
export const eachOfThem = async (event) => {
  vehicles(event).forEach((vehicle, index) => {
    if (vehicle.due) send(`${index}`);
  });
};

// unsafe: the objects are flattened
export const flattened = async (event) => {
  for (const vehicle of event.items.flatMap((item) => [new Vehicle(item)])) if (vehicle.due) await send(vehicle.id);
};

// unsafe: the objects are values of a map
// today unknown
export const inMap = async (event) => {
  const found = new Map();
  for (const item of event.items) found.set(item.id, new Vehicle(item));
  for (const vehicle of found.values()) if (vehicle.due) await send(vehicle.id);
};

// unsafe: the objects are entries of a map
// today unknown
export const inMapEntries = async (event) => {
  const found = new Map(event.items.map((item) => [item.id, new Vehicle(item)]));
  for (const [id, vehicle] of found) if (vehicle.due) await send(id);
};

// unsafe: what the object under a key draws
// today unknown
export const ofMap = async (event) => {
  const found = new Map();
  for (const item of event.items) found.set(item.id, new Vehicle(item));
  await put(found.get(event.which).fresh);
};

// unsafe: the objects are items of a set
// today unknown
export const inSet = async (event) => {
  for (const vehicle of new Set(vehicles(event))) if (vehicle.due) await send(vehicle.id);
};

// unsafe: the objects are members of an object
// today unknown
export const inObject = async (event) => {
  const found = {};
  for (const item of event.items) found[item.id] = new Vehicle(item);
  for (const vehicle of Object.values(found)) if (vehicle.due) await send(vehicle.id);
};

// unsafe: what the member of an object draws
// today unknown
export const ofObject = async (event) => {
  const found = {};
  for (const item of event.items) found[item.id] = new Vehicle(item);
  await put(found[event.which].fresh);
};

// unsafe: what the member of an object of entries draws
// today unknown
export const ofEntries = async (event) => {
  const found = Object.fromEntries(event.items.map((item) => [item.id, new Vehicle(item)]));
  await put(found[event.which].fresh);
};

// unsafe: an object in an object
export const nested = async (event) => {
  for (const pair of event.items.map((item) => ({ id: item.id, vehicle: new Vehicle(item) })))
    if (pair.vehicle.due) await send(pair.id);
};

// unsafe: the objects of promises
export const awaited = async (event) => {
  const load = async (item) => new Vehicle(item);
  for (const vehicle of await Promise.all(event.items.map(load))) if (vehicle.due) await send(vehicle.id);
};

// unsafe: the objects of a scan
export const scanned = async () => {
  const { Items } = await db.send(new ScanCommand({ TableName: "items" }));
  for (const vehicle of Items.map((item) => new Vehicle(item))) if (vehicle.due) await send(vehicle.id);
};

// unsafe: the fields of each object are those of its item
// today unknown
export const assignedFields = async (event) => {
  for (const vehicle of event.items.map((item) => new Assigned(item))) if (vehicle.due) await send(vehicle.id);
};

// unsafe: the getter draws, whatever the fields are
export const assignedFieldsDraw = async (event) => {
  await put(new Assigned(event.item).fresh);
};

// unsafe: the getter of each object draws, whatever the fields are
export const assignedFieldsDrawInList = async (event) => {
  for (const vehicle of event.items.map((item) => new Assigned(item))) await put(vehicle.fresh);
};

// unsafe: the last object of a loop
// today unknown
export const lastOfLoop = async (event) => {
  let vehicle;
  for (const item of event.items) vehicle = new Vehicle(item);
  if (vehicle && vehicle.due) await send("last");
};

// unsafe: what the last object of a loop draws
// today unknown
export const lastOfLoopDraws = async (event) => {
  let vehicle;
  for (const item of event.items) vehicle = new Vehicle(item);
  if (vehicle) await put(vehicle.fresh);
};

// unsafe: what the object of the iteration before draws
// today unknown
export const oneBeforeDraws = async (event) => {
  let before;
  for (const item of event.items) {
    if (before) await put(before.fresh);
    before = new Vehicle(item);
  }
};

// unsafe: a generator makes the objects
export const generated = async (event) => {
  function* make() {
    for (const item of event.items) yield new Vehicle(item);
  }
  for (const vehicle of make()) if (vehicle.due) await send(vehicle.id);
};

// unsafe: objects with getters that have no class
export const getterOfLiteral = async (event) => {
  const make = (item) => ({
    id: item.id,
    get fresh() {
      return randomUUID();
    },
  });
  for (const entry of event.items.map(make)) await put(entry.fresh);
};

// unsafe: objects with methods that have no class
export const methodOfLiteral = async (event) => {
  const make = (item) => ({ id: item.id, tell: () => send(item.id) });
  for (const entry of event.items.map(make)) await entry.tell();
};

// unsafe: each object is a map
export const listOfMaps = async (event) => {
  const maps = event.items.map((item) => new Map([["id", item.id]]));
  for (const map of maps) await send(map.get("id"));
};

// unsafe: each object is a set
export const listOfSets = async (event) => {
  const sets = event.items.map((item) => new Set([item.id, item.other]));
  for (const set of sets) if (set.has("x")) await send("x");
};

// unsafe: each object is a date
export const listOfDates = async (event) => {
  const dates = event.items.map((item) => new Date(item.at));
  for (const date of dates) if (date.getTime() > 3) await send("x");
};

// unsafe: a loop sets what another reads
// today unknown
export const assignedInLoop = async (event) => {
  const found = vehicles(event);
  for (const vehicle of found) vehicle.km *= 2;
  for (const vehicle of found) if (vehicle.due) await send(vehicle.id);
};

// unsafe: a loop sets what another stores
export const assignedFresh = async (event) => {
  const found = vehicles(event);
  for (const vehicle of found) vehicle.id = randomUUID();
  for (const vehicle of found) await put(vehicle.id);
};

// safe: a loop sets what another stores, by what each object is
export const assignedStable = async (event) => {
  const found = vehicles(event);
  for (const vehicle of found) vehicle.id = `x#${vehicle.id}`;
  for (const vehicle of found) await put(vehicle.id);
};

// unsafe: each object has its own number
export const countedByObject = async (event) => {
  const found = vehicles(event);
  for (const vehicle of found) vehicle.km += 1;
  for (const vehicle of found) await count(`${vehicle.km}`);
};

// safe: fields of the objects are stored
export const storedFields = async (event) => {
  for (const row of vehicles(event).map(({ id, km }) => ({ id, km }))) {
    await db.send(new PutCommand({ TableName: "items", Item: row }));
  }
};

// safe: the fields of the objects are spread
export const spreadFields = async (event) => {
  for (const vehicle of vehicles(event)) {
    await db.send(new PutCommand({ TableName: "items", Item: { ...vehicle } }));
  }
};
