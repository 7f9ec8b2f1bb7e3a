// Each handler with what is true of it alone and the code of the finding: what a
// retry does wrong, or that it does nothing wrong.
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { SNS } from "@aws-sdk/client-sns";
import { MongoClient } from "mongodb";

const db = DynamoDBDocument.from(new DynamoDB());
const sns = new SNS();
const users = new MongoClient(process.env.MONGO).db("app").collection("users");
const TableName = "orders";
const announce = (text) => sns.publish({ TopicArn: "orders", Message: text });

// AP110: an insert that is refused on the retry
export const insertIfAbsent = async ({ id }) => {
  await db.put({ TableName, Item: { id }, ConditionExpression: "attribute_not_exists(id)" });
};

// AP110: the mail is never sent
export const insertThenTell = async ({ id }) => {
  await db.put({ TableName, Item: { id }, ConditionExpression: "attribute_not_exists(id)" });
  await announce(id);
};

// AP110: what must be there is gone
export const deleteExisting = async ({ id }) => {
  await db.delete({ TableName, Key: { id }, ConditionExpression: "attribute_exists(id)" });
};

// AP110: a document with a fixed id can be inserted once
export const insertFixedId = async ({ id, name }) => {
  await users.insertOne({ _id: `user-${id}`, name });
};

// AP110: a token that is spent
export const spendToken = async ({ token }) => {
  const found = (await db.get({ TableName, Key: { id: token } })).Item;
  if (!found) throw new Error("no such token");
  await db.delete({ TableName, Key: { id: token } });
};

// AP110: the failure is another one, but it is one
export const wrapped = async ({ id }) => {
  try {
    await db.put({ TableName, Item: { id }, ConditionExpression: "attribute_not_exists(id)" });
  } catch (error) {
    throw new Error(`already there: ${id}`);
  }
};

// safe: the refusal is taken for success
export const insertAndGoOn = async ({ id }) => {
  try {
    await db.put({ TableName, Item: { id }, ConditionExpression: "attribute_not_exists(id)" });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
};

// safe: what is missing is missing with and without a crash
export const readThatFails = async ({ id, other }) => {
  await db.put({ TableName, Item: { id, state: "new" } });
  const found = (await db.get({ TableName: "customers", Key: { id: other } })).Item;
  if (!found) throw new Error("no such customer");
};

// safe: it fails for its input, at once
export const validates = async ({ id, amount }) => {
  if (amount < 0) throw new Error("less than nothing");
  await db.put({ TableName, Item: { id, amount } });
};

// safe: it fails for its input, after a write
export const validatesLate = async ({ id, amount }) => {
  await db.put({ TableName, Item: { id, amount } });
  if (amount < 0) throw new Error("less than nothing");
};

// safe: the condition still holds when it is asked again
export const conditionThatStays = async ({ id, state }) => {
  await db.update({
    TableName,
    Key: { id },
    UpdateExpression: "SET #s = :s",
    ConditionExpression: "attribute_exists(id)",
    ExpressionAttributeNames: { "#s": "state" },
    ExpressionAttributeValues: { ":s": state },
  });
};

// AP111: the note comes before the work
export const notedTooEarly = async ({ id }) => {
  const known = (await db.get({ TableName: "requests", Key: { id } })).Item;
  if (known) return "done";
  await db.put({ TableName: "requests", Item: { id } });
  await announce(id);
  return "done";
};

// AP111: the second table is never written
export const secondTable = async ({ id }) => {
  try {
    await db.put({ TableName, Item: { id }, ConditionExpression: "attribute_not_exists(id)" });
  } catch (error) {
    return "ok";
  }
  await db.put({ TableName: "shipments", Item: { id, state: "open" } });
  return "ok";
};

// AP112: how many were deleted
export const deletedCount = async ({ id }) => {
  const { deletedCount } = await users.deleteOne({ _id: id });
  return deletedCount;
};

// AP112: whether there was one
export const deletedAttributes = async ({ id }) => {
  const { Attributes } = await db.delete({ TableName, Key: { id }, ReturnValues: "ALL_OLD" });
  return Attributes ? 200 : 404;
};

// AP104: the question comes first
export const askedFirst = async ({ id }) => {
  const { Item } = await db.get({ TableName, Key: { id } });
  if (!Item) return 404;
  await db.delete({ TableName, Key: { id } });
  return 204;
};

// AP102: a message is sent again
export const sends = async ({ id }) => {
  await announce(id);
  await db.put({ TableName, Item: { id, state: "announced" } });
};

// AP103: one is added again
export const adds = async ({ id }) => {
  await db.update({
    TableName,
    Key: { id },
    UpdateExpression: "ADD n :one",
    ExpressionAttributeValues: { ":one": 1 },
  });
};
