const db = require("./db");

exports.handler = async (event) => {
  for (const { Sns } of event.Records) {
    const { patient, drug } = JSON.parse(Sns.Message);
    await db.update({
      TableName: process.env.PATIENTS,
      Key: { patient },
      UpdateExpression: "SET drugs = list_append(if_not_exists(drugs, :none), :drug)",
      ExpressionAttributeValues: { ":none": [], ":drug": [drug] },
    });
  }
};
