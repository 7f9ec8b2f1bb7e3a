// holds
package outside;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

public class HitCounter {
    private final ConcurrentHashMap<String, Integer> hits = new ConcurrentHashMap<>();

    public int hit(String page) {
        return hits.merge(page, 1, Integer::sum);
    }

    public int count(String page) {
        return hits.getOrDefault(page, 0);
    }

    public int reset(String page) {
        Integer before = hits.remove(page);
        return before == null ? 0 : before;
    }
}
