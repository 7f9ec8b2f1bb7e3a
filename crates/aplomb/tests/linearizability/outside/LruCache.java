// holds
package outside;

import java.util.LinkedHashMap;
import java.util.Map;

public class LruCache {
    private final Map<Integer, String> entries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
            return size() > 1;
        }
    };

    public synchronized String get(int key) {
        return entries.get(key);
    }

    public synchronized void put(int key, String value) {
        entries.put(key, value);
    }

    public synchronized String keys() {
        return String.join(",", entries.values());
    }
}
