// Calls a handler once, as a platform does.
"use strict";
const [, , file, name, invocation, event] = process.argv;
require(file)[name](JSON.parse(event), { awsRequestId: invocation, functionName: name });
