const facts = ["A day on Venus is longer than a year.", "Jupiter has the shortest day."];

exports.frontend = async (event) => {
  const words = event.utterance.toLowerCase();
  if (words.includes("fact")) return { skill: "fact" };
  if (words.includes("remind")) return { skill: "reminder" };
  return { skill: "smartHome", utterance: words };
};

exports.interact = async (event) => ({ speech: `Here it is: ${event.answer}` });

exports.fact = async (event) => ({ answer: facts[event.turn % facts.length] });

exports.smartHome = async (event) => {
  for (const device of ["door", "light", "television", "plug"]) {
    if (event.utterance.includes(device)) return { device };
  }
  return { device: "airConditioning" };
};
