export interface DomainEvent {
  type: string;
  detail: Record<string, unknown>;
}

export class OrderAggregate {
  readonly pending: DomainEvent[] = [];
  private status = "new";

  private constructor(
    readonly orderId: string,
    private readonly lines: { sku: string; quantity: number }[],
  ) {}

  static place(orderId: string, lines: { sku: string; quantity: number }[]): OrderAggregate {
    const order = new OrderAggregate(orderId, lines);
    order.status = "placed";
    order.pending.push({ type: "OrderPlaced", detail: { orderId, lines } });
    return order;
  }

  snapshot() {
    return { orderId: this.orderId, status: this.status, lines: this.lines };
  }
}
