const axios = require("axios");
const { withLock } = require("./lock");

exports.handler = async (event) => {
  for (const { messageId, body } of event.Records) {
    const contact = JSON.parse(body);
    await withLock(messageId, 300, () =>
      axios.post(`${process.env.CRM_URL}/contacts`, {
        externalId: contact.id,
        name: contact.name,
        email: contact.email?.toLowerCase(),
      })
    );
  }
};
