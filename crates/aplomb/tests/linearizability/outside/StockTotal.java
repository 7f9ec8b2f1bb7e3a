// violated
package outside;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Moving goods keeps the total, counting them does not wait for a move to end. */
public class StockTotal {
    private final Map<String, Integer> shelves = new ConcurrentHashMap<>(Map.of("a", 5, "b", 5));

    public synchronized void move(String from, String to) {
        shelves.computeIfPresent(from, (name, old) -> old - 1);
        shelves.computeIfPresent(to, (name, old) -> old + 1);
    }

    public int total() {
        return shelves.values().stream().mapToInt(Integer::intValue).sum();
    }
}
