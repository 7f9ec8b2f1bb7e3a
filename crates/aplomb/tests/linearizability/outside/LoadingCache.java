// holds
package outside;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Loads a missing entry once, while others who want it wait. */
public class LoadingCache {
    private final ConcurrentHashMap<String, String> entries = new ConcurrentHashMap<>();
    private final AtomicInteger loads = new AtomicInteger();

    public String get(String key) {
        return entries.computeIfAbsent(key, it -> it + "#" + loads.incrementAndGet());
    }

    public boolean invalidate(String key) {
        return entries.remove(key) != null;
    }

    public int loads() {
        return loads.get();
    }
}
