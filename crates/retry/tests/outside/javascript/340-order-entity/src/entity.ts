import { nanoid } from "nanoid";

export abstract class Entity {
  readonly id: string = nanoid();
  readonly version: number = 1;

  abstract toItem(): Record<string, unknown>;
}
