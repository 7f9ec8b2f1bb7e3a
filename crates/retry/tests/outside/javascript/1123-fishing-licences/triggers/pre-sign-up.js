const TRUSTED = ["fishing.example", "angling-club.example"];

exports.handler = async (event) => {
  const domain = event.request.userAttributes.email.split("@")[1];
  if (TRUSTED.includes(domain)) {
    event.response.autoConfirmUser = true;
    event.response.autoVerifyEmail = true;
  }
  return event;
};
