const answer = (device, state) => ({ answer: `The ${device} is ${state}` });

exports.door = async (event) => answer("door", event.password === "alexa" ? "open" : "closed");
exports.light = async (event) => answer("light", event.on ? "on" : "off");
exports.television = async (event) => answer("television", event.on ? "on" : "off");
exports.airConditioning = async (event) => answer("air conditioning", `at ${event.degrees}`);
exports.plug = async (event) => answer("plug", event.on ? "on" : "off");
