// violated
package outside;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Two maps that belong together are written under a lock, but read without it. */
public class WarehouseIndex {
    private final Map<Integer, String> names = new ConcurrentHashMap<>();
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();

    public synchronized void register(int number, String name) {
        names.put(number, name);
        numbers.put(name, number);
    }

    public String nameOf(int number) {
        return names.get(number);
    }

    public Integer numberOf(String name) {
        return numbers.get(name);
    }
}
