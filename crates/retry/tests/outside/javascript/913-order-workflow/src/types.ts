export interface Order {
  orderId: string;
  customerId: string;
  sku: string;
  quantity: number;
  amount: number;
  currency: string;
  paymentMethod: string;
}

export interface PaidOrder extends Order {
  paymentId: string;
}

export class OutOfStockError extends Error {
  constructor(sku: string) {
    super(`${sku} is out of stock`);
    this.name = "OutOfStockError";
  }
}
