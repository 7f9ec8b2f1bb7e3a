const { save } = require("./store");

let line = 0;
const nextLine = () => `L${String(++line).padStart(8, "0")}`;

exports.handler = async (event) => {
  for (const { body } of event.Records) {
    const { account, amount } = JSON.parse(body);
    await save(process.env.LEDGER_TABLE, { line: nextLine(), account, amount });
  }
};
