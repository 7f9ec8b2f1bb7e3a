import { z } from "zod";

export const Mail = z.object({
  requestId: z.string().uuid(),
  to: z.string().email(),
  template: z.enum(["welcome", "receipt", "goodbye"]),
  data: z.record(z.string()),
});

export type Mail = z.infer<typeof Mail>;
