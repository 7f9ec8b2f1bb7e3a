const { placeOnce } = require("./orders");

const speak = (text) => ({
  version: "1.0",
  response: { outputSpeech: { type: "PlainText", text }, shouldEndSession: true },
});

exports.handler = async (event) => {
  const { request } = event;
  if (request.type === "LaunchRequest") return speak("What would you like to drink?");
  if (request.type === "IntentRequest" && request.intent.name === "OrderIntent") {
    const drink = request.intent.slots.drink.value;
    await placeOnce({ order: request.requestId, drink });
    return speak(`Your ${drink} will be ready soon`);
  }
  return speak("I did not understand that");
};
