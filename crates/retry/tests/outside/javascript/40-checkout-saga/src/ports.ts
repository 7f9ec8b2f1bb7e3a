export interface Inventory {
  reserve(sku: string, quantity: number): Promise<void>;
  release(sku: string, quantity: number): Promise<void>;
}
export interface Payments {
  charge(orderId: string, amount: number): Promise<string>;
}
export class OutOfStock extends Error {}
