// durable step(charge) at-least-once
// charge: unsafe alone, unsafe together

import { withDurableExecution } from "@aws/durable-execution-sdk-js";

export const charge = withDurableExecution(async (event, context) => {
  await context.step("charge", async () => {
    await fetch("https://payments.example.com/charges", {
      method: "POST",
      body: JSON.stringify({ amount: event.amount }),
    });
  });
});
