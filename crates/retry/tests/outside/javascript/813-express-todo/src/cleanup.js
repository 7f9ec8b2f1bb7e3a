const store = require("./store");

module.exports.handler = async () => {
  const done = await store.listDone();
  for (const todo of done) {
    await store.remove(todo.id);
  }
  console.log(`removed ${done.length} todos`);
};
