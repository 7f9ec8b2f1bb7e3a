interface Line {
  price: number;
  quantity: number;
}

abstract class Document {
  constructor(
    readonly orderId: string,
    readonly lines: Line[],
  ) {}

  get net() {
    return this.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  }

  get gross() {
    return Math.round(this.net * 1.19);
  }
}

export class Invoice extends Document {
  get number() {
    return `${this.orderId}-${Date.now().toString(36)}`;
  }
}

export class Quote extends Document {
  #reference?: string;

  get reference() {
    return (this.#reference ??= `Q-${this.orderId}-${this.lines.length}`);
  }
}
