export interface Cart {
  user: string;
  version: number;
  items: Record<string, number>;
  applied: string[];
}

export class ConflictError extends Error {}

export interface Carts {
  load(user: string): Promise<Cart>;
  save(cart: Cart): Promise<void>;
}

export class CartService {
  constructor(private readonly carts: Carts) {}

  async add(user: string, request: string, sku: string, qty: number): Promise<void> {
    const cart = await this.carts.load(user);
    if (cart.applied.includes(request)) return;
    await this.carts.save({
      ...cart,
      items: { ...cart.items, [sku]: (cart.items[sku] ?? 0) + qty },
      applied: [...cart.applied, request],
    });
  }

  async set(user: string, sku: string, qty: number): Promise<void> {
    const cart = await this.carts.load(user);
    await this.carts.save({ ...cart, items: { ...cart.items, [sku]: qty } });
  }
}
