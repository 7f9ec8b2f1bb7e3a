import { Entity } from "./entity";

export interface Line {
  sku: string;
  quantity: number;
  cents: number;
}

export class Order extends Entity {
  constructor(
    private readonly customer: string,
    private readonly lines: Line[],
    private readonly messageId: string,
  ) {
    super();
  }

  total(): number {
    return this.lines.reduce((sum, line) => sum + line.quantity * line.cents, 0);
  }

  toItem() {
    return { id: this.id, version: this.version, customer: this.customer, lines: this.lines, messageId: this.messageId };
  }
}
