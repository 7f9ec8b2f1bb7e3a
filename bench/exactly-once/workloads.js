"use strict";
// Handlers of bench/applications, given how their steps are performed, and units of work
// that call one or more of them. A step says what `aplomb check` says of it: `free` needs
// no protection (it is safe to repeat, if fresh values are derived); `inItem` may be
// marked in the item, since nobody puts or deletes it.

const FREE = { free: true };
const HOTELS = 16;

const readOne = (site, TableName) => (steps) => async ({ id }) => {
  const { Item } = await steps.read(site, { TableName, Key: { id } }, FREE);
  return Item;
};

/** hotel/src: what a guest reads, the two counters of a reservation, an order. */
const hotel = {
  geo: readOne("geo.get", "hotels"),
  rate: readOne("rate.get", "rates"),
  profile: readOne("profile.get", "profiles"),
  user: readOne("user.get", "guests"),
  reserve: (steps) => async ({ hotel: room, flight }) => {
    const take = (site, TableName, id) =>
      steps.write(site, "update", {
        TableName,
        Key: { id },
        UpdateExpression: "SET #free = #free - :one",
        ConditionExpression: "#free >= :one",
        ExpressionAttributeNames: { "#free": "free" }, // a reserved word
        ExpressionAttributeValues: { ":one": 1 },
      });
    await take("reserve.room", "rooms", room);
    await take("reserve.seat", "seats", flight);
    return { reserved: true };
  },
  order: (steps) => async ({ user, hotel: room, flight }) => {
    const id = await steps.id("order.id");
    await steps.write("order.put", "put", { TableName: "orders", Item: { id, user, hotel: room, flight } }, FREE);
    return { id };
  },
};

async function openHotel(db) {
  for (let index = 0; index < HOTELS; index += 1) {
    for (const TableName of ["hotels", "rates", "profiles", "guests"]) await db.put({ TableName, Item: { id: `i${index}`, text: "x" } });
    for (const TableName of ["rooms", "seats"]) await db.put({ TableName, Item: { id: `i${index}`, free: 1e9 } });
  }
}

const hotelTables = ["hotels", "rates", "profiles", "guests", "rooms", "seats", "orders"];
const booking = (request, index) => ({ request, user: "u", id: `i${index % HOTELS}`, hotel: `i${index % HOTELS}`, flight: `i${(index * 7) % HOTELS}` });

const PARTS = 5;

/** media/src/compose.ts: parts of a review are counted; who brings the last one stores it. */
const compose = (steps) => async ({ review: composition, part }) => {
  const { Attributes } = await steps.write(
    "compose.part",
    "update",
    {
      TableName: "compositions",
      Key: { id: composition },
      UpdateExpression: "SET #name = :value ADD arrived :one",
      ExpressionAttributeNames: { "#name": `part${part}` },
      ExpressionAttributeValues: { ":value": `value of ${part}`, ":one": 1 },
      ReturnValues: "UPDATED_NEW",
    },
    { inItem: true },
  );
  if (Attributes.arrived < PARTS) return;
  const { Item: review } = await steps.read("compose.get", { TableName: "compositions", Key: { id: composition } }, FREE);
  const id = await steps.id("compose.id");
  await steps.write("compose.put", "put", { TableName: "reviews", Item: { id, text: review.part0, rating: review.part1 } }, FREE);
  // The lists stay short, so that their length is not what is measured.
  const note = (site, TableName) =>
    steps.write(site, "update", { TableName, Key: { id: composition }, UpdateExpression: "SET reviews = :review", ExpressionAttributeValues: { ":review": [id] } }, { inItem: true });
  const count = (site, TableName, key) =>
    steps.write(site, "update", { TableName, Key: { id: key }, UpdateExpression: "ADD reviews :one", ExpressionAttributeValues: { ":one": 1 } });
  await note("compose.user", "reviewsOfUser");
  await note("compose.movie", "reviewsOfMovie");
  await count("compose.users", "users", "u");
  await count("compose.movies", "movies", "m");
  await count("compose.all", "statistics", "all");
};

const mediaReview = {
  name: "media review",
  tables: ["compositions", "reviews", "reviewsOfUser", "reviewsOfMovie", "users", "movies", "statistics"],
  handlers: { compose },
  event: (request) => ({ request }),
  async unit(call, { request }) {
    for (let part = 0; part < PARTS; part += 1) await call("compose", { request: `${request}/${part}`, review: request, part });
  },
};

/** A checkout with one read and four writes, of which two need protection that no mark can give. */
const checkout = (steps) => async ({ user, article }) => {
  const { Item } = await steps.read("checkout.price", { TableName: "prices", Key: { id: "p" } }, FREE);
  const id = await steps.id("checkout.id");
  await steps.write("checkout.order", "put", { TableName: "placed", Item: { id, user, article, price: Item.price } }, FREE);
  await steps.write("checkout.stock", "update", {
    TableName: "stock",
    Key: { id: article },
    UpdateExpression: "SET pieces = pieces - :one",
    ConditionExpression: "pieces >= :one",
    ExpressionAttributeValues: { ":one": 1 },
  });
  await steps.write("checkout.pay", "update", { TableName: "accounts", Key: { id: user }, UpdateExpression: "SET balance = balance - :price", ExpressionAttributeValues: { ":price": Item.price } });
  await steps.write("checkout.total", "update", { TableName: "totals", Key: { id }, UpdateExpression: "ADD sold :one", ExpressionAttributeValues: { ":one": 1 } }, { inItem: true });
  return { id };
};

const workloads = [
  { name: "hotel order", tables: hotelTables, handlers: hotel, prepare: openHotel, event: booking, unit: (call, event) => call("order", event) },
  { name: "hotel reserve", tables: [], handlers: hotel, event: booking, unit: (call, event) => call("reserve", event) },
  {
    name: "hotel booking",
    tables: [],
    handlers: hotel,
    event: booking,
    // What a guest does: looks, is known, reserves, orders.
    async unit(call, event) {
      for (const name of ["geo", "rate", "profile", "user", "reserve", "order"]) await call(name, event);
    },
  },
  {
    name: "hotel mix",
    tables: [],
    handlers: hotel,
    event: (request, index) => ({ ...booking(request, index), index }),
    // The requests that Beldi's benchmark sends at random: 60 % search, 39 % ask for a
    // recommendation, 0.5 % log in, 0.5 % reserve.
    async unit(call, { index, ...event }) {
      const chance = (index * 77) % 200;
      const asked = chance < 120 ? ["geo", "rate", "profile"] : chance < 198 ? ["profile"] : chance < 199 ? ["user"] : ["reserve", "order"];
      for (const name of asked) await call(name, event);
    },
  },
  mediaReview,
  {
    name: "checkout",
    tables: ["prices", "stock", "accounts", "totals", "placed"],
    handlers: { checkout },
    async prepare(db) {
      await db.put({ TableName: "prices", Item: { id: "p", price: 5 } });
      for (let index = 0; index < 64; index += 1) {
        await db.put({ TableName: "stock", Item: { id: `a${index}`, pieces: 1e9 } });
        await db.put({ TableName: "accounts", Item: { id: `u${index}`, balance: 1e9 } });
      }
    },
    event: (request, index) => ({ request, user: `u${index % 64}`, article: `a${(index * 7) % 64}` }),
    unit: (call, event) => call("checkout", event),
  },
];

module.exports = { workloads };
