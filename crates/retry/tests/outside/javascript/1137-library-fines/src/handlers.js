const { FineRepository } = require("./fine-repository");

const fines = new FineRepository(process.env.FINES_TABLE);
const respond = (statusCode, body = {}) => ({ statusCode, body: JSON.stringify(body) });

exports.pay = async (event) => {
  const { cents } = JSON.parse(event.body);
  const fine = await fines.load(event.pathParameters.id);
  if (!fine) return respond(404);
  await fines.savePaid(fine, fine.paid + cents);
  return respond(200, { thanks: true });
};

exports.waive = async (event) => {
  const known = await fines.waive(event.pathParameters.id);
  return known ? respond(200, { waived: true }) : respond(404);
};

exports.status = async (event) => {
  const fine = await fines.load(event.pathParameters.id);
  if (!fine) return respond(404);
  const open = fine.waived ? 0 : Math.max(0, fine.cents - fine.paid);
  return respond(200, { open });
};
