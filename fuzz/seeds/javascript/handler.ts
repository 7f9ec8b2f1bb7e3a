import { randomUUID as id } from "node:crypto";
export const handler = async ({ body, n = 1, ...rest }: Event<string>) => {
  label: for (const [k, v] of Object.entries(rest)) { if (!v?.x) continue label; }
  try { await put(`${id()}-${n ** 2}`, <T,>(x: T) => x); } catch { throw new Error("no"); } finally { n++; }
  class A extends B { static #x = 1; get y() { return super.y ?? /re+/g.test("a"); } }
  return { statusCode: 200, body: JSON.stringify({ a: 1 as const, ["b"]: [...body] }) };
};
