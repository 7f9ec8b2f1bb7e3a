import type { ScheduledEvent } from "aws-lambda";
import { expireSwap, swapsBefore } from "./swaps";

export const handler = async (event: ScheduledEvent): Promise<void> => {
  const swaps = await swapsBefore(event.time.slice(0, 10));
  for (const { id } of swaps) {
    await expireSwap(id);
  }
};
