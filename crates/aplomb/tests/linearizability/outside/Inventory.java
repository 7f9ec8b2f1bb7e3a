// violated
package outside;

import java.util.concurrent.ConcurrentHashMap;

/** Ignores that replace may fail. */
public class Inventory {
    public record Stock(int available, int reserved) {}

    private final ConcurrentHashMap<String, Stock> stocks = new ConcurrentHashMap<>();

    public boolean reserve(String item) {
        Stock stock = stocks.computeIfAbsent(item, i -> new Stock(1, 0));
        if (stock.available() == 0) {
            return false;
        }
        stocks.replace(item, stock, new Stock(stock.available() - 1, stock.reserved() + 1));
        return true;
    }

    public Stock stock(String item) {
        return stocks.getOrDefault(item, new Stock(1, 0));
    }
}
