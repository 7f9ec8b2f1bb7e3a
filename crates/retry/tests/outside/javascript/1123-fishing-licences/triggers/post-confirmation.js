const anglers = require("../lib/anglers");

exports.handler = async (event) => {
  if (event.triggerSource === "PostConfirmation_ConfirmSignUp") {
    const { sub, email } = event.request.userAttributes;
    await anglers.create(sub, email);
  }
  return event;
};
