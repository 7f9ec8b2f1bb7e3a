const dayjs = require("dayjs");
const members = require("./members");

exports.handler = async (event) => {
  if (event.triggerSource !== "PostConfirmation_ConfirmSignUp") return event;

  const { sub, email, given_name: firstName } = event.request.userAttributes;
  await members.save({
    memberId: sub,
    email,
    firstName,
    plan: "trial",
    trialEnds: dayjs().add(30, "day").toISOString(),
  });
  return event;
};
