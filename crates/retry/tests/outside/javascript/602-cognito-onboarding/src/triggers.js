const { SESClient, SendEmailCommand } = require("@aws-sdk/client-ses");

const ses = new SESClient({});
const allowed = new Set(
  process.env.ALLOWED_DOMAINS.split(",").map((d) => d.trim().toLowerCase())
);

exports.preSignUp = async (event) => {
  const { email } = event.request.userAttributes;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!allowed.has(domain)) {
    throw new Error("Please use your company address");
  }
  event.response.autoConfirmUser = true;
  event.response.autoVerifyEmail = true;
  return event;
};

exports.postConfirmation = async (event) => {
  if (event.triggerSource !== "PostConfirmation_ConfirmSignUp") return event;

  const { email, given_name: name } = event.request.userAttributes;
  try {
    await ses.send(
      new SendEmailCommand({
        Source: process.env.SENDER,
        Destination: { ToAddresses: [email] },
        Message: {
          Subject: { Data: "Welcome aboard" },
          Body: { Text: { Data: `Hi ${name || "there"}, your account is ready.` } },
        },
      })
    );
  } catch (err) {
    // never block the sign-up because of the mail
    console.error("welcome mail failed", err);
  }
  return event;
};
