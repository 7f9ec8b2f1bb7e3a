// holds
package outside;

import java.util.concurrent.ConcurrentHashMap;

/** Prices are computed once and forgotten on request. */
public class PriceCache {
    private final ConcurrentHashMap<Integer, Integer> prices = new ConcurrentHashMap<>();

    public int price(int product) {
        return prices.computeIfAbsent(product, p -> p * 100 + 99);
    }

    public boolean forget(int product) {
        return prices.remove(product) != null;
    }

    public boolean isCached(int product) {
        return prices.containsKey(product);
    }
}
