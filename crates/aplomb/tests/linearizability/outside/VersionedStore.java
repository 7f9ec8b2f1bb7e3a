// holds
package outside;

import java.util.concurrent.ConcurrentHashMap;

/** Every write of a key has a version; a write with an old one is refused. */
public class VersionedStore {
    record Entry(int version, String value) {}

    private final ConcurrentHashMap<Integer, Entry> entries = new ConcurrentHashMap<>();

    public int put(int key, String value) {
        return entries.merge(key, new Entry(1, value), (old, it) -> new Entry(old.version() + 1, value))
                .version();
    }

    public boolean replace(int key, int version, String value) {
        Entry old = entries.get(key);
        return old != null
                && old.version() == version
                && entries.replace(key, old, new Entry(version + 1, value));
    }

    public String get(int key) {
        Entry entry = entries.get(key);
        return entry == null ? null : entry.value() + "@" + entry.version();
    }
}
